/** Wraps a stream so that `end` runs when it completes, fails, or is canceled. */
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
        // Stop the work first: the source may be waiting for it.
        const ended = end();
        await reader.cancel(reason).catch(() => undefined);
        await ended;
      },
    },
    // Disable read-ahead.
    { highWaterMark: 0 },
  );
}
