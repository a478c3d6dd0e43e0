import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';

/** Schemas of a stream's events by name, as the contract lists them. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/** One event of a stream; `id` is empty for streams that can't be resumed. */
export type StreamEvent<Schemas extends EventSchemas> = {
  [Name in keyof Schemas & string]: { id: string; name: Name; body: z.output<Schemas[Name]> };
}[keyof Schemas & string];

/** Reads a stream of server-sent events. Skips events that `schemas` doesn't name, as a newer server may send. */
export async function* readEvents<Schemas extends EventSchemas>(
  body: ReadableStream<Uint8Array>,
  schemas: Schemas,
): AsyncGenerator<StreamEvent<Schemas>> {
  const reader = body
    // The DOM types describe the stream's writable side too narrowly.
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { id = '', event: name = 'message', data } = value;
      if (Object.hasOwn(schemas, name)) yield { id, name, body: JSON.parse(data) } as StreamEvent<Schemas>;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
