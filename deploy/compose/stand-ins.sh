#!/bin/sh
# Makes local images of Kafka, the schema registry, Postgres, Redis, nginx and Prometheus where the public ones cannot be pulled: from what the
# local stack has downloaded (`npm start` once), this machine's JDK and Debian's packages. `docker compose --env-file .loyalty/stand-ins.env` takes them.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
. "$root/deploy/images/stand-ins-env.sh"
recipe=$root/deploy/compose/stand-ins
cache=$root/.loyalty/cache

docker image inspect "$debian_base" >/dev/null 2>&1 || "$root/deploy/images/stand-ins.sh"
for part in kafka apicurio-registry postgres; do
  set -- "$cache/$part"-*
  [ -d "$1" ] || { echo "stand-ins: $cache has no $part: run npm start once" >&2; exit 1; }
done
java_home=$(node --input-type=module --eval "
  import { findJdk } from '$root/tools/stack/bin/java.js';
  console.log(findJdk(21, process.env) ?? '');")
[ -n "$java_home" ] || { echo 'stand-ins: no JDK from 21 on was found' >&2; exit 1; }

# build VARIABLE TARGET NAME:TAG [tar options that add the files it copies]
build() {
  variable=$1 target=$2 image=loyalty-stand-in/$3
  shift 3
  tar -c --exclude=src.zip --exclude=jmods -C "$recipe" . "$@" |
    DOCKER_BUILDKIT=1 $docker_build --quiet --target "$target" --tag "$image" - >/dev/null
  note_stand_in "$variable" "$image"
}

jdk="-C $(dirname "$java_home") --transform s,^$(basename "$java_home"),java, $(basename "$java_home")"
# shellcheck disable=SC2086 # options, and names without spaces
{
  build KAFKA_IMAGE kafka kafka:4.3.1 $jdk -C "$cache" --transform 's,^kafka-[0-9][^/]*,kafka,' kafka-4.3.1
  build REGISTRY_IMAGE registry registry:3.3.2 $jdk -C "$cache" --transform 's,^apicurio-registry-[^/]*,registry,' apicurio-registry-3.3.2
  build POSTGRES_IMAGE postgres postgres:18 -C "$cache" --transform 's,^postgres-[^/]*,postgres,' "$(cd "$cache" && printf '%s\n' postgres-18.* | tail -n 1)"
  build REDIS_IMAGE redis redis:7
  build NGINX_IMAGE nginx nginx:1.28
  build PROMETHEUS_IMAGE prometheus prometheus:3
}
