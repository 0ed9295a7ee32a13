#!/bin/sh
# Makes the Secrets that the values files and the objects of this folder name, where they are not there yet; so it may be repeated, and
# changes none. What two parties share has one value. Needs kubectl with rights on Secrets, and openssl; nothing secret is in an argument.
#
#   sh make-secrets.sh               before Kafka and Postgres: passwords, keys, certificates of Redis and of the registry
#   sh make-secrets.sh authorities   once both are ready: the authorities by which services verify them
#
# What only you can have it takes from files and variables, and names what is left to you:
#   BACKUP_ACCESS_KEY, BACKUP_SECRET_KEY   of the object store of backups
#   PULL_CONFIG                            a file: config.json of a client that may pull the images
#   TLS_CERTIFICATE, TLS_KEY               files: of the host by which callers know the API
set -eu
umask 077
# absolute FILE
absolute() { case "$1" in /* | '') echo "$1" ;; *) echo "$PWD/$1" ;; esac; }
PULL_CONFIG=$(absolute "${PULL_CONFIG:-}")
TLS_CERTIFICATE=$(absolute "${TLS_CERTIFICATE:-}")
TLS_KEY=$(absolute "${TLS_KEY:-}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

services='ingress earn-engine burn-engine tier-service segment-service fulfilment webhook-dispatcher'

# has NAMESPACE NAME
has() { kubectl --namespace "$1" get secret "$2" >/dev/null 2>&1; }

# put NAMESPACE NAME WORD…: makes it by the words of `kubectl create secret`
put() {
  namespace=$1 name=$2
  shift 2
  if has "$namespace" "$name"; then return 0; fi
  kubectl --namespace "$namespace" create secret generic "$name" "$@"
}

# take NAMESPACE NAME KEY FILE: what is there already; false where it is not
take() {
  has "$1" "$2" || return 1
  kubectl --namespace "$1" get secret "$2" --output "go-template={{index .data \"$3\"}}" | base64 -d >"$4"
}

# password NAMESPACE NAME: in the file `password`
password() { take "$1" "$2" password password || openssl rand -hex 24 | tr -d '\n' >password; }

# share NAME NAMESPACE…: one password in all of them
share() {
  name=$1
  shift
  password "$1" "$name"
  for namespace in "$@"; do put "$namespace" "$name" --from-file=password; done
}

# role NAME ROLE NAMESPACE…: of Postgres, as the operator reads it, and for whoever uses it
role() {
  name=$1 role=$2
  shift 2
  password databases "$name"
  printf %s "$role" >username
  put databases "$name" --type=kubernetes.io/basic-auth --from-file=username --from-file=password
  for namespace in "$@"; do put "$namespace" "$name" --from-file=password; done
}

# server NAMESPACE NAME HOST: its key and certificate, and the authority for those who call it from `loyalty`
server() {
  if ! has "$1" "$2"; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj "/CN=$2 authority" -keyout ca.key -out ca.crt 2>/dev/null
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$3" -keyout tls.key -out tls.csr 2>/dev/null
    printf 'subjectAltName=DNS:%s\n' "$3" >tls.ext
    openssl x509 -req -in tls.csr -CA ca.crt -CAkey ca.key -CAcreateserial -extfile tls.ext -days 825 -out tls.crt 2>/dev/null
    put "$1" "$2" --type=kubernetes.io/tls --from-file=tls.crt --from-file=tls.key --from-file=ca.crt
  fi
  take "$1" "$2" ca.crt ca.crt
  put loyalty "$2" --from-file=ca.crt
}

# authority FROM NAME TO…: the certificate alone
authority() {
  from=$1 name=$2
  shift 2
  take "$from" "$name" ca.crt ca.crt || {
    echo "$from/$name is not there yet: its operator makes it with the cluster" >&2
    exit 1
  }
  for namespace in "$@"; do put "$namespace" "$name" --from-file=ca.crt; done
}

if [ "${1:-}" = authorities ]; then
  authority kafka loyalty-cluster-ca-cert loyalty
  authority databases loyalty-db-ca loyalty kafka
  exit 0
fi

# Postgres: a role for each service, and those of loyaltyctl, of the check, of people, of all services together, of the registry.
for service in $services; do role "loyalty-db-$service" "loyalty_$(echo "$service" | tr - _)" loyalty; done
for one in migrate check app; do role "loyalty-db-$one" "loyalty_$one" loyalty; done
role loyalty-db-read loyalty_read
role loyalty-db-registry registry kafka

# Kafka: a user for each service and for loyaltyctl, and one for all (kafka-user-for-all.yaml).
for user in $services loyaltyctl loyalty; do share "kafka-$user" kafka loyalty; done

# Redis: one user with the commands of a cache.
password databases loyalty-redis
printf 'user default on >%s ~* -@all +@read +@write +@scripting +@connection +@fast +info\n' "$(cat password)" >users.acl
put databases loyalty-redis --from-file=password --from-file=users.acl
put loyalty loyalty-redis --from-file=password
server databases loyalty-redis-tls loyalty-redis.databases.svc

# The registry: one name.
password kafka loyalty-registry
printf 'loyalty:%s\n' "$(openssl passwd -apr1 -stdin <password)" >users
put kafka loyalty-registry --from-file=password --from-file=users
put loyalty loyalty-registry --from-file=password
server kafka loyalty-registry-tls registry.kafka.svc

# The key of secrets in the database. Keep a copy where secrets are kept: without it nobody opens them.
printf 'main:%s\n' "$(openssl rand -base64 32)" >keys
put loyalty loyalty-secret-keys --from-file=keys

# What only you can have.
left() { echo "left to you: the Secret $1, by $2 (the head of this file)" >&2; }
if [ -n "${BACKUP_ACCESS_KEY:-}" ] && [ -n "${BACKUP_SECRET_KEY:-}" ]; then
  printf %s "$BACKUP_ACCESS_KEY" >access-key
  printf %s "$BACKUP_SECRET_KEY" >secret-key
  put databases loyalty-backup --from-file=access-key --from-file=secret-key
else left databases/loyalty-backup 'BACKUP_ACCESS_KEY and BACKUP_SECRET_KEY'; fi
if [ -n "$PULL_CONFIG" ]; then
  put loyalty registry-credentials --type=kubernetes.io/dockerconfigjson --from-file=.dockerconfigjson="$PULL_CONFIG"
else left loyalty/registry-credentials PULL_CONFIG; fi
if [ -n "$TLS_CERTIFICATE" ] && [ -n "$TLS_KEY" ]; then
  # At the gateway, or at the Ingress of values/minimal.yaml.
  for namespace in gateways loyalty; do
    put "$namespace" loyalty-tls --type=kubernetes.io/tls --from-file=tls.crt="$TLS_CERTIFICATE" --from-file=tls.key="$TLS_KEY"
  done
else left gateways/loyalty-tls 'TLS_CERTIFICATE and TLS_KEY'; fi
