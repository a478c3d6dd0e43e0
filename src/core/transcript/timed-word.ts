/** A spoken word as stored with a segment. */
export interface TimedWord {
  text: string;
  /** Seconds. */
  start_time: number;
  end_time: number;
  confidence?: number | undefined;
}
