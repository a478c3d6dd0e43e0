/** The server that the window shows: this process's own, or one that was there already. */
export interface Connection {
  url: string;
  apiUrl: string;
  token(): Promise<string>;
}
