#!/bin/sh
# Writes the configuration from KAFKA_* variables, formats the log when it is new, and becomes the broker.
set -eu
export CLUSTER_ID="${CLUSTER_ID:-5L6g3nShT-eMCtK--X86sw}"
# A log that is formatted already is no failure, as in the public image.
if ! said=$(java -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' kafka.docker.KafkaDockerWrapper setup \
  --default-configs-dir /etc/kafka/docker --mounted-configs-dir /mnt/shared/config --final-configs-dir /opt/kafka/config 2>&1); then
  case $said in *'already formatted'*) ;; *) echo "$said" >&2; exit 1 ;; esac
fi
# Unquoted, because the variable holds several options.
exec java ${KAFKA_HEAP_OPTS:-} -Dlog4j2.configurationFile=/opt/kafka/config/log4j2.yaml \
  -cp '/opt/kafka/libs/*' kafka.Kafka /opt/kafka/config/server.properties
