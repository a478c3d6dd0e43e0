/** Whether a text is the URL of a web server. */
export function isHttpUrl(text: string): boolean {
  // Chromium parses hosts with spaces.
  return /^https?:\/\/\S+$/i.test(text) && URL.parse(text) !== null;
}
