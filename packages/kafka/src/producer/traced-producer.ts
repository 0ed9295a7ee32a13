import { headers as names } from '@loyalty/contracts';
import { isSampled, type Span, type Tracer } from '@loyalty/telemetry/tracing';
import type { OutgoingMessage, ProducerPort } from '../ports.ts';

type SendSpan = Span<'kafka.send'>;

/**
 * Records a span for each message with a sampled `traceparent`, until it is acknowledged. The message carries
 * the span's context.
 */
export const tracedProducer = (producer: ProducerPort, tracer: Tracer): ProducerPort => {
  if (!tracer.isOn) return producer;
  return {
    send: (messages) => {
      if (!messages.some(isTraced)) return producer.send(messages);
      const spans: SendSpan[] = [];
      const sent = producer.send(messages.map((message) => withSpan(tracer, message, spans)));
      sent.then(
        () => {
          for (const span of spans) span.end();
        },
        () => {
          for (const span of spans) fail(span);
        },
      );
      return sent;
    },
    stop: () => producer.stop(),
  };
};

const isTraced = ({ headers }: OutgoingMessage): boolean => isSampled(headers[names.traceparent]);

const withSpan = (tracer: Tracer, message: OutgoingMessage, spans: SendSpan[]): OutgoingMessage => {
  const span = tracer.continue('kafka.send', message.headers[names.traceparent]);
  if (span === null) return message;
  span.set('messaging.destination.name', message.topic);
  spans.push(span);
  return { ...message, headers: { ...message.headers, [names.traceparent]: span.traceparent } };
};

const fail = (span: SendSpan): void => {
  span.fail('not acknowledged');
  span.end();
};
