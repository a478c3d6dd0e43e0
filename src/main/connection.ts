/** The server that the window shows: this process's own, or an existing one. */
export interface Connection {
  url: string;
  apiUrl: string;
  token(): Promise<string>;
}
