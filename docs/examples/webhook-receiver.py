"""Receives webhooks of Reelscope: SECRET=whsec_… python3 webhook-receiver.py"""

import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError  # pip install standardwebhooks

webhook = Webhook(os.environ["SECRET"])
known = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = webhook.verify(body, dict(self.headers))
        except (WebhookVerificationError, ValueError):
            return self.answer(401)
        self.answer(204)
        if self.headers["webhook-id"] not in known:
            known.add(self.headers["webhook-id"])
            print(event["type"], json.dumps(event["data"]), flush=True)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
print("ready", server.server_port, flush=True)
server.serve_forever()
