/** Response with a stream of server-sent events that proxies neither cache nor buffer (WHATWG HTML, section 9.2). */
export function eventResponse(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would buffer events.
      'X-Accel-Buffering': 'no',
    },
  });
}
