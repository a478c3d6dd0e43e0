/**
 * Resolves in a task of its own, so that the browser can handle input and draw before. Unlike a timer, it isn't delayed
 * by nesting (4 ms, HTML standard, section 8.7).
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
