import type { EnabledStream } from './enable-tenant-stream.ts';

/** Returns an example of a producer in Python; it needs `pip install "confluent-kafka[avro,schemaregistry]"`. */
export const pythonHint = ({ topic, brokers, schemaRegistryUrl, subject }: EnabledStream): string[] => [
  'A producer in Python:',
  '  from confluent_kafka import Producer',
  '  from confluent_kafka.schema_registry import SchemaRegistryClient',
  '  from confluent_kafka.schema_registry.avro import AvroSerializer',
  '  from confluent_kafka.serialization import MessageField, SerializationContext',
  `  topic, registry = '${topic}', SchemaRegistryClient({'url': '${schemaRegistryUrl}'})`,
  `  schema = registry.get_latest_version('${subject}').schema.schema_str`,
  "  to_bytes = AvroSerializer(registry, schema, conf={'auto.register.schemas': False})",
  "  receipt = {'transactionRef': 'r-1', 'memberRef': 'customer-1', 'amountCents': 15000}",
  `  producer = Producer({'bootstrap.servers': '${brokers.join(',')}'})`,
  "  value = to_bytes({'storeRef': None, 'currency': None, 'occurredAt': None, 'products': [], **receipt},",
  '                   SerializationContext(topic, MessageField.VALUE))',
  "  producer.produce(topic, key='customer-1', value=value)",
  '  producer.flush()',
];
