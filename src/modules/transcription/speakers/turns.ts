/** Speech of one speaker without a change. Seconds; speakers count from 0 in order of appearance. */
export interface Turn {
  start: number;
  end: number;
  speaker: number;
}

/** A voice that was found. */
export interface DiarizedSpeaker {
  /** Unit vector: the mean of its embeddings. */
  embedding: Float32Array<ArrayBuffer>;
  /** Seconds of speech. */
  seconds: number;
}

export interface Diarization {
  /** In time order, not overlapping. */
  turns: Turn[];
  speakers: DiarizedSpeaker[];
}

/** Maximum gap within a turn, in seconds. */
const MAX_GAP = 0.5;

/** Joins adjacent pieces of one speaker, and renumbers the speakers by their first turn. Pure. */
export function joinTurns(pieces: readonly Turn[]): { turns: Turn[]; order: number[] } {
  const order: number[] = [];
  const turns: Turn[] = [];
  for (const piece of pieces) {
    if (!order.includes(piece.speaker)) order.push(piece.speaker);
    const speaker = order.indexOf(piece.speaker);
    const last = turns.at(-1);
    if (last && last.speaker === speaker && piece.start - last.end <= MAX_GAP) last.end = Math.max(last.end, piece.end);
    else turns.push({ ...piece, speaker });
  }
  return { turns, order };
}

/** Mean embedding and duration of each speaker. Pure. @param order original number of each speaker */
export function speakersOf(
  observations: readonly { embedding: Float32Array; seconds: number }[],
  labels: readonly number[],
  { turns, order }: { turns: readonly Turn[]; order: readonly number[] },
): DiarizedSpeaker[] {
  return order.map((label, speaker) => {
    const sum = new Float32Array(observations[0]!.embedding.length);
    observations.forEach(({ embedding, seconds }, i) => {
      if (labels[i] !== label) return;
      for (let k = 0; k < sum.length; k++) sum[k]! += embedding[k]! * seconds;
    });
    const length = Math.hypot(...sum);
    const own = turns.filter((turn) => turn.speaker === speaker);
    return {
      embedding: sum.map((value) => value / (length || 1)),
      seconds: own.reduce((total, { start, end }) => total + end - start, 0),
    };
  });
}
