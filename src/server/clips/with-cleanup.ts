/** The same bytes; `end` is called when all were read, when reading failed and when it was cancelled. */
export function withCleanup(stream: ReadableStream<Uint8Array>, end: () => Promise<void>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          await end();
          controller.close();
        } catch (error) {
          await end();
          throw error;
        }
      },
      async cancel(reason) {
        // First of all the work stops; a source that waits for it can end only then.
        const ended = end();
        await reader.cancel(reason).catch(() => undefined);
        await ended;
      },
    },
    // What nobody has asked for is not read ahead.
    { highWaterMark: 0 },
  );
}
