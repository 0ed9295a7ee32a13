#!/bin/sh
# Makes the cluster and the database when there are none, then runs the command.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  method=${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}
  password=$(mktemp)
  if [ -n "${POSTGRES_PASSWORD_FILE:-}" ]; then cat "$POSTGRES_PASSWORD_FILE"; else echo "$POSTGRES_PASSWORD"; fi >"$password"
  initdb --pgdata "$PGDATA" --username "$POSTGRES_USER" --pwfile "$password" --encoding UTF8 --locale C \
    --auth-local trust --auth-host "$method"
  rm "$password"
  echo "host all all all $method" >>"$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | postgres --single -D "$PGDATA" postgres
fi
exec "$@"
