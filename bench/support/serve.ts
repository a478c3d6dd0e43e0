import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server in a process of its own. */
export interface Served {
  apiUrl: string;
  token: string;
  pid: number;
  /** Sends JSON and reads the whole response. @throws Error with the response unless it succeeds */
  call(method: string, path: string, body?: object): Promise<Response>;
}

/**
 * Starts a server, works with it, and stops it.
 * @param args of this process's Node: a program that prints its address as `serve --json` does
 * @throws Error if it exits before that
 */
export async function withProgram<T>(args: readonly string[], work: (server: Served) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  try {
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      exited.then(([code]) => Promise.reject(new Error(`The server exited with code ${code}.`))),
    ]);
    const { api_url: apiUrl, token } = JSON.parse(line) as { api_url: string; token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call: Served['call'] = async (method, path, body) => {
      const response = await fetch(apiUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const bytes = await response.arrayBuffer();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${Buffer.from(bytes)}`);
      return new Response(bytes);
    };
    return await work({ apiUrl, token, pid: child.pid!, call });
  } finally {
    child.kill();
    await exited;
  }
}

/** Works with the server of a library. @param program the built command line @param data folder of the library */
export const withServer = <T>(program: string, data: string, work: (server: Served) => Promise<T>): Promise<T> =>
  withProgram([program, 'serve', '--port', '0', '--json', '--data-dir', data], work);
