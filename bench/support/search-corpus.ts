import type { SegmentDraft } from '../../src/contract/analysis/segment.ts';
import { seededRandom } from '../../test/fixtures/random.ts';

export const DIMENSION = 512;

/** Approximate number of segments per topic, among which a query must discriminate. */
const SEGMENTS_PER_TOPIC = 500;
const VOCABULARY = 50_000;
const WORDS_PER_TOPIC = 40;

/** Synthetic text whose words follow Zipf's law, and vectors in clusters: topics share words and a direction. */
export function createCorpus(segments: number, seed = 7) {
  const random = seededRandom(seed);
  const topics = Math.max(20, Math.round(segments / SEGMENTS_PER_TOPIC));
  const centers = Array.from({ length: topics }, () => direction(random));
  const topicWords = centers.map(() =>
    Array.from({ length: WORDS_PER_TOPIC }, () => 50 + Math.floor(random() ** 2 * (VOCABULARY - 50))),
  );
  const cumulative = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let i = 0; i < VOCABULARY; i++) cumulative[i] = sum += 1 / (i + 2.7);

  const commonWord = () => {
    const target = random() * sum;
    let low = 0;
    let high = VOCABULARY - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return word(low);
  };
  const topicWord = (topic: number) => word(topicWords[topic]![Math.floor(random() ** 2 * WORDS_PER_TOPIC)]!);
  /** Cosine similarity of about 0.7 with the center, and of about 0.5 within a topic. */
  const vector = (topic: number) => near(centers[topic]!, direction(random));
  const text = (topic: number) =>
    Array.from({ length: 6 + Math.floor(random() * 20) }, () =>
      random() < 0.3 ? topicWord(topic) : commonWord(),
    ).join(' ');
  const anyTopic = () => Math.floor(random() * topics);

  return {
    random,
    anyTopic,
    vector,
    topicWord,
    commonWord,
    /** The k-th most frequent word. */
    word,
    draft: (topic: number, startTime: number): SegmentDraft => ({
      content: text(topic),
      start_time: startTime,
      end_time: startTime + 4,
      data: null,
    }),
  };
}

/** A pronounceable word for each number. */
function word(index: number): string {
  let text = '';
  let rest = index + 20;
  do {
    text += 'bcdfglmnprstvz'[rest % 14]! + 'aeiou'[Math.floor(rest / 14) % 5]!;
    rest = Math.floor(rest / 70);
  } while (rest > 0);
  return text + (index % 3 === 0 ? 'm' : 'k');
}

function direction(random: () => number): Float32Array {
  const vector = new Float32Array(DIMENSION);
  let squares = 0;
  for (let i = 0; i < DIMENSION; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    vector[i] = radius * Math.cos(angle);
    vector[i + 1] = radius * Math.sin(angle);
    squares += radius * radius;
  }
  const scale = 1 / Math.sqrt(squares);
  return vector.map((value) => value * scale);
}

function near(center: Float32Array, noise: Float32Array): Float32Array {
  const mixed = center.map((value, i) => (value + noise[i]!) * Math.SQRT1_2);
  const norm = Math.hypot(...mixed);
  return mixed.map((value) => value / norm);
}
