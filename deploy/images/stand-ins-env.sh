# Read by the scripts that make stand-ins. Needs $root, the checkout.

# Debian's minimal system, which the stand-ins have in common.
debian_suite=trixie
debian_base=loyalty-stand-in/debian:$debian_suite

# Notes NAME=IMAGE in .loyalty/stand-ins.env, which `npm run images` and `docker compose --env-file` read.
note_stand_in() {
  env_file=$root/.loyalty/stand-ins.env
  mkdir -p "$root/.loyalty"
  touch "$env_file"
  grep -v "^$1=" "$env_file" >"$env_file.part" || true
  echo "$1=$2" >>"$env_file.part"
  mv "$env_file.part" "$env_file"
  echo "$1=$2"
}

# A docker that builds with BuildKit, and the words that begin a build with it.
docker_build=$(node --input-type=module --eval "
  import { findDocker } from '$root/deploy/images/docker.mjs';
  const { docker, builder, reason } = findDocker();
  if (docker === null) throw new Error(reason);
  console.log([docker, ...builder.words].join(' '));")
