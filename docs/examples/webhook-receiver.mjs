// Receives webhooks of Reelscope: SECRET=whsec_… node webhook-receiver.mjs
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.SECRET);
const known = new Set();

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  let event;
  try {
    event = webhook.verify(body, request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  response.writeHead(204).end();
  const id = request.headers['webhook-id'];
  if (known.has(id)) return;
  known.add(id);
  console.log(event.type, JSON.stringify(event.data));
});
server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => console.log('ready', server.address().port));
