#!/bin/sh
# Makes the two base images of deploy/images/Dockerfile on this machine, where the public ones cannot be pulled: from Debian's
# packages and npm's builds of Node. Needs Docker, Debian's apt, debootstrap and npm, and root. `npm run images` takes them when
# .loyalty/stand-ins.env names them. They stand in for testing; what is shipped is built on the public bases.
set -eu

node_version=${NODE_VERSION:-24.21.0}
npm_version=${NPM_VERSION:-11.21.2}
# libraries of the run-time base, which debootstrap fetches with the rest
libraries='libc6 libgcc-s1 libstdc++6 base-files netbase tzdata ca-certificates'
build_base=loyalty-stand-in/node-build:24
run_base=loyalty-stand-in/node-run:24

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
. "$root/deploy/images/stand-ins-env.sh"

for tool in docker debootstrap apt-get dpkg-deb npm; do
  command -v "$tool" >/dev/null || { echo "stand-ins: $tool is missing (Debian: docker.io, debootstrap, npm)" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"

case $(dpkg --print-architecture) in
  amd64) platform=linux-x64 ;;
  arm64) platform=linux-arm64 ;;
  *) echo 'stand-ins: npm has no node for this processor' >&2; exit 1 ;;
esac
(
  cd "$work"
  npm pack --silent "node-$platform@$node_version" "npm@$npm_version" >/dev/null
  mkdir node npm
  tar -xzf "node-$platform-$node_version.tgz" -C node --strip-components=1
  tar -xzf "npm-$npm_version.tgz" -C npm --strip-components=1
)

# What node:24-trixie-slim has: Debian's minimal system, node and npm below /usr/local. It trusts whom this machine trusts.
debootstrap --variant=minbase --include=ca-certificates,curl,libstdc++6,netbase,tzdata "$debian_suite" "$work/build" >&2
rm -rf "$work"/build/var/cache/apt/* "$work"/build/var/lib/apt/lists/*
cp /etc/ssl/certs/ca-certificates.crt "$work/build/etc/ssl/certs/ca-certificates.crt"
tar -C "$work/build" -c . | docker import --change 'CMD ["bash"]' - "$debian_base" >/dev/null
install -m 755 "$work/node/bin/node" "$work/build/usr/local/bin/node"
mkdir -p "$work/build/usr/local/lib/node_modules"
cp -r "$work/npm" "$work/build/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/build/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/build/usr/local/bin/npx"
chmod 755 "$work"/build/usr/local/lib/node_modules/npm/bin/*.js
tar -C "$work/build" -c . |
  docker import --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' --change 'CMD ["node"]' - "$build_base" >/dev/null

# What gcr.io/distroless/nodejs24-debian13:nonroot has: libraries, time zones, certificates, node below /nodejs; no shell.
run=$work/run
mkdir "$run"
# shellcheck disable=SC2086 # names without spaces
chroot "$work/build" dpkg-query --listfiles $libraries | sed -n 's,^/,,p' | sed '/^\.$/d' | sort -u |
  tar -C "$work/build" -c --no-recursion -T - | tar -C "$run" -x
install -D -m 755 "$work/node/bin/node" "$run/nodejs/bin/node"
mkdir -p "$run/etc/ssl/certs" "$run/home/nonroot" "$run/tmp"
chmod 1777 "$run/tmp"
cat "$run"/usr/share/ca-certificates/mozilla/*.crt >"$run/etc/ssl/certs/ca-certificates.crt"
printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' >"$run/etc/passwd"
printf 'root:x:0:\nnonroot:x:65532:\n' >"$run/etc/group"
chown 65532:65532 "$run/home/nonroot"
tar -C "$run" -c . |
  docker import --change 'USER 65532' --change 'WORKDIR /home/nonroot' --change 'ENTRYPOINT ["/nodejs/bin/node"]' - "$run_base" >/dev/null

note_stand_in NODE_BUILD "$build_base"
note_stand_in NODE_RUN "$run_base"
