#!/bin/sh
# Makes an authority, a certificate for each server by its name in this network, and a password for everybody, once. Each party gets a volume
# of its own, below /secrets here and /run/loyalty there, and reads nobody else's. Needs openssl, and the right to give files away.
set -eu
umask 077
done_marker=/secrets/kafka/ready
if [ -e "$done_marker" ]; then exit 0; fi

days=825
work=$(mktemp -d)
cd "$work"
# new_key NAME WORD…: a key, and what the words ask for
new_key() {
  name=$1
  shift
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$name.key" -subj "/CN=$name" "$@" 2>/dev/null
}
new_password() { openssl rand -hex 24 | tr -d '\n'; }
new_key authority -x509 -days "$days" -out authority.pem

# server NAME: its key and certificate
server() {
  new_key "$1" -out "$1.csr"
  printf 'subjectAltName=DNS:%s\n' "$1" >"$1.ext"
  openssl x509 -req -in "$1.csr" -CA authority.pem -CAkey authority.key -CAcreateserial -extfile "$1.ext" -days "$days" -out "$1.pem" 2>/dev/null
  cp "$1.key" "/secrets/$1/key.pem"
  cp "$1.pem" "/secrets/$1/certificate.pem"
  cat "$1.key" "$1.pem" >"/secrets/$1/both.pem"
}

services='ingress earn-engine burn-engine tier-service segment-service fulfilment webhook-dispatcher'
for server_name in kafka postgres redis registry-proxy; do server "$server_name"; done

# Of everybody whom Kafka and the registry know.
mkdir -p /secrets/kafka/users
for name in $services loyaltyctl admin registry; do
  new_password >"/secrets/$name/kafka-password"
  cp "/secrets/$name/kafka-password" "/secrets/kafka/users/$name"
done
for name in $services loyaltyctl; do
  new_password >"/secrets/$name/registry-password"
  echo "$name:$(openssl passwd -apr1 -stdin <"/secrets/$name/registry-password")" >>/secrets/registry-proxy/users
done

# Of Postgres: the owner of the cluster, and a role for each kind of process.
new_password >/secrets/admin/database-password
cp /secrets/admin/database-password /secrets/postgres/password
service_roles=''
for name in $services; do
  role="loyalty_$(echo "$name" | tr - _)"
  service_roles="$service_roles $role"
  new_password >"$role"
  cp "$role" "/secrets/$name/database-password"
done
for role in loyalty_migrate loyalty_check loyalty_read; do new_password >"$role"; done
cp loyalty_migrate /secrets/loyaltyctl/database-password
cp loyalty_check /secrets/loyaltyctl/check-password
cp loyalty_read /secrets/loyaltyctl/reader-password
for role in $service_roles loyalty_migrate loyalty_check loyalty_read; do
  echo "ALTER ROLE $role PASSWORD '$(cat "$role")';"
done >/secrets/postgres/role-passwords.sql

# Of Redis: one user with the commands of a cache.
new_password >redis
for name in $services; do cp redis "/secrets/$name/redis-password"; done
cp redis /secrets/redis/password
cat >/secrets/redis/redis.conf <<REDIS
dir /tmp
port 0
tls-port 6379
tls-cert-file /run/loyalty/certificate.pem
tls-key-file /run/loyalty/key.pem
tls-ca-cert-file /run/loyalty/authority.pem
tls-auth-clients no
user default off
user loyalty on >$(cat redis) ~* +@read +@write +@scripting +@connection +@fast +info
REDIS

# What the registry says to Kafka.
cat >/secrets/registry/registry.properties <<REGISTRY
apicurio.kafkasql.consumer.group-prefix=registry-
apicurio.kafka.common.security.protocol=SASL_SSL
apicurio.kafka.common.sasl.mechanism=SCRAM-SHA-512
apicurio.kafka.common.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="registry" password="$(cat /secrets/registry/kafka-password)";
apicurio.kafka.common.ssl.truststore.type=PEM
apicurio.kafka.common.ssl.truststore.location=/run/loyalty/authority.pem
REGISTRY

# The key of secrets in the database.
secret_keys="compose:$(openssl rand -base64 32)"
for name in ingress fulfilment webhook-dispatcher loyaltyctl; do echo "$secret_keys" >"/secrets/$name/secret-keys"; done

# give USER NAME…: the party's process runs as this user.
give() {
  user=$1
  shift
  for name in "$@"; do
    cp authority.pem "/secrets/$name/authority.pem"
    chown -R "$user:$user" "/secrets/$name"
  done
}
touch "$done_marker"
# shellcheck disable=SC2086 # a list of names
give 65532 $services loyaltyctl admin
give 185 registry
give 999 postgres redis
give 101 registry-proxy
give 1000 kafka
rm -rf "$work"
