import { describe, expect, test } from 'vitest';
import type { ModuleName } from '../../../../src/contract/analysis/modules.ts';
import type { SearchHit } from '../../../../src/contract/search/search.ts';
import { hitsToCsv, hitsToJson } from '../../../../src/renderer/features/search/hits/hit-list.ts';
import { clipOf, filterWeak, markOf, momentHref, toMoments } from '../../../../src/renderer/features/search/moments.ts';
import { wordsOf } from '../../../../src/renderer/ui/lib/mark-words.ts';

const hit = (
  id: string,
  job_id: string,
  module: ModuleName,
  start_time: number,
  content: string,
  match: SearchHit['match'] = 'weak',
): SearchHit => ({
  id,
  job_id,
  module,
  content,
  start_time,
  end_time: start_time + 1,
  data: null,
  engine: 'e@1',
  rank: 1,
  similarity: 0.1,
  match,
});

describe('moments', () => {
  const hits = [
    hit('1', 'a', 'visualelements', 10, 'car'),
    hit('2', 'b', 'ocr', 5, 'TAXI'),
    hit('3', 'a', 'transcription', 12, 'call a taxi'),
    hit('4', 'a', 'scenes', 60, 'street', 'meaning'),
    hit('5', 'b', 'audioevents', 90, 'Silence'),
  ];

  test('begin with the sentence, not with a keyword that restates it', () => {
    const found = [hit('1', 'a', 'keywords', 10, 'taxi'), hit('2', 'a', 'transcription', 11, 'call a taxi')];
    const [moment] = toMoments(found, wordsOf('taxi'))[0]!.moments;
    expect(moment!.hits.map(({ id }) => id)).toEqual(['2', '1']);
    expect(momentHref(moment!, wordsOf('taxi'))).toContain('finding=2');
  });

  test('join simultaneous findings, by video in the order of the best hit', () => {
    const videos = toMoments(hits, wordsOf('taxi'));
    expect(videos.map(({ jobId, moments }) => [jobId, moments.map(({ hits }) => hits.map(({ id }) => id))])).toEqual([
      ['a', [['3', '1'], ['4']]],
      ['b', [['2'], ['5']]],
    ]);
    expect(videos[0]!.moments[0]).toMatchObject({ id: '1', time: 10, hasWords: true });
  });

  test('omit weak matches', () => {
    const { kept, dropped } = filterWeak(toMoments(hits, wordsOf('taxi')));
    expect(dropped).toBe(1);
    expect(kept.map(({ moments }) => moments.length)).toEqual([2, 1]);
  });

  test('start at the finding', () => {
    const hits = [hit('7', 'a', 'ocr', 12, 'x')];
    expect(momentHref({ jobId: 'a', time: 12.3456, hits }, ['x'])).toBe('/videos/a?t=12.346&finding=7');
  });

  test('open and mark a person on screen by the time alone', () => {
    const hits = [hit('face-track-7', 'a', 'people', 12, 'Ada', 'words')];
    expect(momentHref({ jobId: 'a', time: 12, hits }, [])).toBe('/videos/a?t=12');
    expect(markOf({ jobId: 'a', time: 12, hits })).toMatchObject({ start_time: 12, origin: { kind: 'search' } });
    expect(markOf({ jobId: 'a', time: 12, hits }).origin).not.toHaveProperty('segment_id');
  });

  test('are marked with the sentence around a brief hit, and with all that their card shows', () => {
    const word = { ...hit('1', 'a', 'keywords', 12, 'harbor'), end_time: 12.2 };
    const inSentence = { ...word, passage: { start_time: 10.5, end_time: 14 } };
    const range = (start_time: number, end_time: number | null) => ({ job_id: 'a', start_time, end_time });
    expect(markOf({ jobId: 'a', time: 12, hits: [inSentence] })).toMatchObject(range(10.5, 14));
    const shown = [inSentence, hit('2', 'a', 'ocr', 14.5, 'HARBOR')];
    expect(markOf({ jobId: 'a', time: 12, hits: shown })).toMatchObject(range(10.5, 15.5));
    const inLongShot = { ...word, passage: { start_time: 0, end_time: 300 } };
    expect(markOf({ jobId: 'a', time: 12, hits: [inLongShot] })).toMatchObject(range(12, 12.2));
    const chapter = { ...hit('3', 'a', 'chapters', 0, 'harbor'), end_time: 900 };
    expect(markOf({ jobId: 'a', time: 0, hits: [chapter] })).toMatchObject(range(0, null));
  });

  test('are marked with the words that are said, not with the chapter or all uses of a keyword', () => {
    const lasting = (found: SearchHit, end_time: number) => ({ ...found, end_time });
    const spoken = lasting(hit('1', 'a', 'transcription', 21.1, 'Salt makes the skin hard.'), 22.4);
    const keyword = lasting(hit('2', 'a', 'keywords', 18.5, 'salt'), 25.1);
    const hits = [
      spoken,
      { ...keyword, passage: { start_time: 17.8, end_time: 20.8 } },
      lasting(hit('3', 'a', 'chapters', 17, 'A pinch of salt'), 29.6),
    ];
    expect(markOf({ jobId: 'a', time: 18.5, hits })).toMatchObject({ start_time: 17.8, end_time: 22.4 });
  });

  test('clip the moment, not a finding that spans the video', () => {
    const chapter = { ...hit('1', 'a', 'chapters', 0, 'taxi'), end_time: 900 };
    const spoken = hit('2', 'a', 'transcription', 2, 'a taxi');
    const range = (start_time: number, end_time: number) => ({ job_id: 'a', start_time, end_time });
    expect(clipOf({ jobId: 'a', time: 0, hits: [chapter, spoken] })).toEqual(range(2, 3));
    expect(clipOf({ jobId: 'a', time: 4, hits: [chapter] })).toEqual(range(4, 14));
    expect(clipOf({ jobId: 'a', time: 2, hits: [spoken, hit('3', 'a', 'ocr', 4, 'TAXI')] })).toEqual(range(2, 5));
  });
});

test('escapes formulas in a list of hits, and names the videos', () => {
  const list = [hit('1', 'a', 'ocr', 1.5, '=HYPERLINK("x")')];
  const videos = new Map([['a', { name: 'Film, one' } as never]]);
  expect(hitsToCsv(list, videos, 'en')).toBe(
    '\ufeffvideo,job_id,type,start_time,end_time,content,similarity,engine\r\n' +
      '"Film, one",a,Text,1.5,2.5,"\'=HYPERLINK(""x"")",0.1,e@1\r\n',
  );
  expect(JSON.parse(hitsToJson('q', list, videos))).toMatchObject({ query: 'q', hits: [{ video_name: 'Film, one' }] });
});

test('a moment of speech opens at the word that was searched', () => {
  const spoken: SearchHit = {
    ...hit('9', 'a', 'transcription', 10, 'call a taxi now'),
    data: {
      words: [
        { text: 'call', start_time: 10, end_time: 10.3 },
        { text: 'a', start_time: 10.3, end_time: 10.5 },
        { text: 'Taxi,', start_time: 10.5, end_time: 11 },
      ],
    },
  };
  expect(momentHref({ jobId: 'a', time: 10, hits: [spoken] }, wordsOf('taxi'))).toBe('/videos/a?t=10.5&finding=9');
  expect(momentHref({ jobId: 'a', time: 10, hits: [spoken] }, wordsOf('vehicle'))).toBe('/videos/a?t=10&finding=9');
});
