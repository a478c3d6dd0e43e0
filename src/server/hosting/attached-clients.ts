/** Commands of other processes that use this server and rely on it until they end. */
export type AttachedClients = ReturnType<typeof createAttachedClients>;

/** Counts attached commands by their open connections, which the system closes however a command ends. */
export function createAttachedClients() {
  const attached = new Set<symbol>();
  let isClosed = false;
  let onChange: () => void = () => {};
  const leave = (client: symbol) => {
    if (attached.delete(client)) onChange();
  };

  return {
    /** Response that stays open while its command uses the server; undefined once the server no longer takes any. */
    attach(): Response | undefined {
      if (isClosed) return undefined;
      const client = Symbol('guest');
      attached.add(client);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('attached\n')),
        cancel: () => leave(client),
      });
      return new Response(body, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
    },

    /** Number of attached commands. */
    count: (): number => attached.size,

    /** Waits until the last command has left, and takes no others from then on. @param signal ends the wait early */
    async left(signal?: AbortSignal): Promise<void> {
      while (attached.size > 0 && !signal?.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        onChange = resolve;
        signal?.addEventListener('abort', () => resolve(), { once: true });
        await promise;
      }
      isClosed = true;
    },
  };
}
