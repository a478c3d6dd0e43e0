import { describe, expect, it } from 'vitest';
import { createTranslate } from '../../../../src/base/translate.ts';
import type { Segment, SegmentDraft } from '../../../../src/contract/analysis/segment.ts';
import { ReelscopeError } from '../../../../src/contract/errors.ts';
import de from '../../../../src/contract/locales/de/messages.json' with { type: 'json' };
import en from '../../../../src/contract/locales/en/messages.json' with { type: 'json' };
import { message } from '../../../../src/contract/message.ts';
import { sentence } from '../../../../src/core/texts/sentence.ts';
import { chaptersOf } from '../../../../src/modules/chapters/divide.ts';
import { describeShot } from '../../../../src/modules/scenes/description/describe-shot.ts';
import { consequenceOf } from '../../../../src/modules/shared/vision/vision-client.ts';
import { primingOf } from '../../../../src/modules/transcription/prompt.ts';
import { toSegments } from '../../../../src/modules/visualelements/segments.ts';
import { createMessages, generalWarningsOf, warningsOf } from '../../../../src/renderer/ui/lib/create-messages.ts';
import { findings, found, shots } from '../../../modules/shared/findings/some-findings.ts';

const german = createMessages(createTranslate<typeof en>(de, 'de'), 'de');
const english = createMessages(createTranslate(en, 'en'), 'en');

const asSegment = (module: Segment['module'], draft: SegmentDraft | null | undefined): Segment => ({
  ...draft!,
  id: '1',
  module,
  engine: null,
});
const inGerman = (module: Segment['module'], draft: SegmentDraft | null | undefined) =>
  german.segment(asSegment(module, draft));

describe('findings in a German window', () => {
  const shot = describeShot({
    number: 3,
    start: 1.2,
    end: 7.85,
    transition: { kind: 'dissolve', start: 1, end: 1.4, confidence: 0.9 },
    statistics: {
      brightness: 0.5,
      motion: 0.05,
      colors: [
        { name: 'blue', hex: '#0000ff', share: 0.5 },
        { name: 'green', hex: '#00ff00', share: 0.2 },
      ],
      camera: [{ motion: 'pan', direction: 'left', start_time: 2, end_time: 4 }],
    },
    stillTime: undefined,
  });

  it('describe a shot', () => {
    expect(inGerman('scenes', shot).content).toBe(
      'Shot 3 · 6,7 s · Schwenk nach links, wenig Bewegung, beginnt mit einer Überblendung, gleichmäßig ausgeleuchtet, überwiegend Blau und Grün',
    );
  });

  it.each([
    [59.96, '1 Min.'],
    [60, '1 Min.'],
    [95.2, '1 Min. 35 s'],
    [119.7, '2 Min.'],
  ])('state a length of %d s without zero seconds', (end, length) => {
    const statistics = { brightness: 0.5, motion: 0.05, colors: [], camera: [] };
    const transition = { kind: 'cut' as const, start: 0, end: 0, confidence: 1 };
    const long = describeShot({ number: 1, start: 0, end, transition, statistics, stillTime: undefined });
    expect(inGerman('scenes', long).content.split(' · ')[1]?.split(',')[0]).toBe(length);
  });

  it('name objects and their number', () => {
    const track = (label: string, count: number) => {
      const moment = { time: 0, detections: [], confidence: 0.9 };
      const evidence = null;
      const looks = { count: 1, confidenceSum: 0.9 };
      return { label, count, start: 0, end: 1, confidence: 0.9, best: moment, moments: [moment], evidence, looks };
    };
    const [two, other] = toSegments([track('traffic light', 2), track('lighthouse', 1)] as never);
    expect(inGerman('visualelements', two)).toMatchObject({ content: 'Ampel ×2', data: { label: 'Ampel' } });
    // A custom label is not translated.
    expect(inGerman('visualelements', other)).toMatchObject({ content: 'lighthouse', data: { label: 'lighthouse' } });
  });

  it('name sounds', () => {
    const heard = found('Music or noise', 0, 4, { label: 'music or noise', text: message('sound.other') });
    expect(inGerman('audioevents', heard)).toMatchObject({
      content: 'Musik oder Geräusche',
      data: { label: 'Musik oder Geräusche' },
    });
  });

  it('name chapters by objects', async () => {
    const visualelements = [found('dog', 0, 300), found('car', 300, 600)];
    const chapters = await chaptersOf(findings(600, { scenes: shots(600, 300), visualelements }), null);
    expect(chapters.map((chapter) => inGerman('chapters', chapter).content)).toEqual(['Hund', 'Auto']);
  });

  it('fall back to English for findings without a key or with an unknown one', () => {
    const old = found('Shot 1 · 2.0 s · dark', 0, 2, { shot: 1 });
    expect(inGerman('scenes', old).content).toBe('Shot 1 · 2.0 s · dark');
    expect(inGerman('scenes', { ...old, data: { text: { key: 'of-a-later-version' } } }).content).toBe(old.content);
  });

  it("contain the user's own text", () => {
    const data = { ...shot.data, corrected: true, original: shot.content };
    expect(inGerman('scenes', { ...shot, content: 'Die Ankunft', data }).content).toBe('Die Ankunft');
  });
});

describe('messages', () => {
  it.each([
    primingOf(['a name'], null, false).warnings[0]!,
    primingOf(['a long list of names '.repeat(100)], null, true).warnings[0]!,
    consequenceOf(sentence('vision.shots'), sentence('ollama.refused', { url: 'http://127.0.0.1:11434' })),
    sentence('lines', { lines: ['A quote.', sentence('shot.seconds', { seconds: 3.5 })] }),
  ])('of the server have the same text in an English window: $message', ({ message: english_, text }) => {
    expect(english.text(text, 'missing')).toBe(english_);
    expect(german.text(text, 'missing')).not.toBe(english_);
  });

  it('format numbers, plurals, and module names by language', () => {
    const remaining = message('quota.remaining', { remaining: 1234.5, limit: 6000 });
    expect(german.text(remaining, '')).toBe('Noch 1.234,5 von 6.000 Minuten verfügbar.');
    expect(german.text(message('warning.stills-missing', { count: 1 }), '')).toBe('1 gespeichertes Einzelbild fehlt.');
    const unfit = message('warning.extracted-unfit', { module: message('module.summary') });
    expect(german.text(unfit, '')).toMatch(/^Zusammenfassung: Der Text des Sprachmodells/);
  });

  it('describe a failure by its key, otherwise by its code', () => {
    const empty = sentence('media.empty');
    const failure = { error: empty.message, error_text: empty.text!, error_code: 'unreadable_media' as const };
    expect(german.failure(failure)).toBe('Die Datei ist leer (0 Byte).');
    expect(german.failure({ ...failure, error_text: null })).toBe(
      `Die Datei kann nicht als Video oder Audio gelesen werden. Meldung: ${empty.message}`,
    );
    const unknown = { error: 'x is not a function', error_text: null };
    expect(german.failure(unknown)).toBe(
      'In Reelscope ist etwas schiefgegangen. Versuchen Sie es erneut; hilft das nicht, starten Sie Reelscope neu. Meldung: x is not a function',
    );
    expect(english.failure(unknown)).toBe('x is not a function');
    const crashed = { error: 'Killed by SIGSEGV.', error_text: null, error_code: 'worker_crashed' as const };
    expect(english.failure(crashed)).toBe('The analysis ended unexpectedly.');
  });

  it('describe errors of the API by key, otherwise by code', () => {
    const conflict = new ReelscopeError('conflict', sentence('video.source-used'));
    expect(english.problem(conflict)).toBe('Another video already uses this source file.');
    expect(german.problem(conflict)).toBe('Diese Quelldatei wird bereits von einem anderen Video verwendet.');
    const foreign = new ReelscopeError('conflict', 'The proxy refused.');
    expect(german.problem(foreign)).toBe('Das ist zurzeit nicht möglich. Meldung: The proxy refused.');
    expect(german.problem(new ReelscopeError('storage_full', 'The disk is full.'))).toBe('Der Datenträger ist voll.');
    expect(german.problem(new TypeError('x is not a function'))).toBe(
      'In Reelscope ist etwas schiefgegangen. Versuchen Sie es erneut; hilft das nicht, starten Sie Reelscope neu. Meldung: x is not a function',
    );
  });

  it('describe a server that does not respond', () => {
    const offline = new ReelscopeError('internal', 'The server is not responding.', { details: { offline: true } });
    expect(german.problem(offline)).toMatch(/^Keine Verbindung zu Reelscope\./);
    expect(english.problem(offline)).toMatch(/^Can’t connect to Reelscope\./);
  });

  it('show notifications in German', () => {
    const { texts } = {
      texts: {
        title: message('analysis.failed.title'),
        message: message('analysis.failed', { name: 'Film', reason: message('error.unreadable_media') }),
      },
    };
    expect(german.text(texts.title, 'Analysis failed')).toBe(de['analysis.failed.title']);
    expect(german.text(texts.message, '')).toMatch(
      /„Film“.* Die Datei kann nicht als Video oder Audio gelesen werden\.$/,
    );
  });

  it('translate the warnings of a job that have a key', () => {
    const job = {
      warnings: ['Speech recognition repeated itself; 3 words were left out.', 'Something else.'],
      warning_texts: [message('warning.speech-repeated', { count: 3 }), null],
    };
    expect(warningsOf(german, job)).toEqual([
      'Die Spracherkennung hat sich wiederholt; 3 Wörter wurden entfernt.',
      'Something else.',
    ]);
  });
});

it('leaves out warnings that a module states', () => {
  const reason = sentence('analysis.no-audio');
  const ofModule = sentence('warning.module', { module: message('module.audioevents'), reason: reason.text! });
  const general = sentence('analysis.no-video');
  const job = {
    warnings: [ofModule.message, general.message],
    warning_texts: [ofModule.text!, general.text!],
    modules: [
      {
        module: 'audioevents' as const,
        status: 'skipped' as const,
        progress: 0,
        error: reason.message,
        error_text: reason.text!,
        engine: null,
      },
    ],
  };
  expect(generalWarningsOf(english, job)).toEqual(['The file has no video.']);
});
