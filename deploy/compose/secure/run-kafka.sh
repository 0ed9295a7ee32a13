#!/bin/bash
# Runs one broker that is its own controller: clients prove who they are by SCRAM within TLS, and do what rules allow. It takes the place of
# the image's own start, which cannot make users before the broker first starts. Needs java and /opt/kafka/libs, which Kafka's image has.
set -eu
umask 077
secrets=/run/loyalty
config=/tmp/server.properties
logging=/tmp/log4j2.properties

login='org.apache.kafka.common.security.scram.ScramLoginModule required'
cat >"$config" <<PROPERTIES
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@kafka:9093
controller.listener.names=CONTROLLER
listeners=CLIENT://:9092,CONTROLLER://:9093
advertised.listeners=CLIENT://kafka:9092
listener.security.protocol.map=CLIENT:SASL_SSL,CONTROLLER:SSL
inter.broker.listener.name=CLIENT
sasl.enabled.mechanisms=SCRAM-SHA-512
sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512
listener.name.client.scram-sha-512.sasl.jaas.config=$login username="admin" password="$(cat "$secrets/users/admin")";
listener.name.controller.ssl.client.auth=required
connections.max.reauth.ms=3600000
ssl.keystore.type=PEM
ssl.keystore.location=$secrets/both.pem
ssl.truststore.type=PEM
ssl.truststore.location=$secrets/authority.pem
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
allow.everyone.if.no.acl.found=false
super.users=User:admin;User:CN=kafka
log.dirs=/var/lib/kafka/data
auto.create.topics.enable=false
message.max.bytes=2097152
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
PROPERTIES
cat >"$logging" <<'LOGGING'
rootLogger.level=WARN
rootLogger.appenderRef.stdout.ref=stdout
appender.stdout.type=Console
appender.stdout.name=stdout
appender.stdout.layout.type=PatternLayout
appender.stdout.layout.pattern=[%d] %p %m (%c)%n
LOGGING

kafka() { java "-Dlog4j2.configurationFile=$logging" -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' "$@"; }
# Users exist before the broker first starts: then it can prove itself to itself. Nobody else sees the processes of this container.
if [ ! -e /var/lib/kafka/data/meta.properties ]; then
  users=()
  for file in "$secrets"/users/*; do
    users+=(--add-scram "SCRAM-SHA-512=[name=${file##*/},password=$(cat "$file")]")
  done
  kafka kafka.tools.StorageTool format --cluster-id 5L6g3nShT-eMCtK--X86sw --config "$config" "${users[@]}"
fi
# Unquoted, because the variable holds several options.
exec java ${KAFKA_HEAP_OPTS:-} "-Dlog4j2.configurationFile=$logging" -cp '/opt/kafka/libs/*' kafka.Kafka "$config"
