#!/bin/sh
# Gives the roles of the database their passwords, as the owner of the cluster.
set -eu
PGPASSWORD=$(cat /run/loyalty/password)
export PGPASSWORD
exec psql --quiet --set ON_ERROR_STOP=1 --file /run/loyalty/role-passwords.sql \
  'host=postgres user=loyalty dbname=loyalty sslmode=verify-full sslrootcert=/run/loyalty/authority.pem'
