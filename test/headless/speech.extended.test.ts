import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Results } from '../../src/contract/analysis/results.ts';
import { ModelList } from '../../src/contract/system/models.ts';
import { runCommand } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { startModelHost } from '../fixtures/model-host.ts';
import { concat, silence } from '../fixtures/sounds.ts';
import { speechLike } from '../fixtures/speech.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { writeWhisperModel } from '../fixtures/whisper-model.ts';

describe('speech recognition from the command line', () => {
  it('replaces the bundled model by one from a file, and transcribes', {
    timeout: 240_000,
  }, async () => {
    const folder = await tempFolder();
    const data = ['--data-dir', join(folder, 'data')];
    const fresh = await runCommand('doctor', ...data);
    expect(fresh.stdout).toMatch(/✓ transcription +whisper-base-int8@onnxruntime-/);

    const model = join(folder, 'ggml-toy.bin');
    await writeWhisperModel(model, { pieces: [' Good', ' even', 'ing', '.'], endSeconds: 1.5 });
    const imported = await runCommand('models', 'import', model, ...data);
    expect(imported).toMatchObject({ code: 0, stdout: 'own-toy is installed.\n' });
    const listed = ModelList.parse(JSON.parse((await runCommand('models', 'list', '--json', ...data)).stdout));
    expect(listed.models.find((one) => one.id === 'own-toy')).toMatchObject({ id: 'own-toy', checksum: 'none' });
    expect((await runCommand('doctor', ...data)).stdout).toMatch(/✓ transcription +own-toy@whisper\.node-[\d.]+-cpu/);
    expect((await runCommand('doctor', ...data)).stdout).toMatch(
      /^speech +own-toy@whisper\.node-[\d.]+-cpu, .+, [\d.]+× real time \(self-test\)$/m,
    );

    const path = join(folder, 'talk.mkv');
    const samples = concat(silence(6, 16_000), speechLike(4, 16_000, 1), silence(2, 16_000));
    await writeMedia(path, { audio: { sampleRate: 16_000, samples, codec: 'flac' } });
    const { code, stdout, stderr } = await runCommand('analyze', path, '--modules', 'transcription', '--json', ...data);
    expect(stderr).not.toMatch(/note:|reelscope:/);
    expect(code).toBe(0);
    const { transcription } = Results.parse(JSON.parse(stdout));
    expect(transcription?.map((segment) => segment.content)).toEqual(['Good evening.']);
    const [segment] = transcription!;
    expect(segment!.start_time).toBeGreaterThan(5.4);
    expect(segment!.end_time).toBeLessThan(8);
    expect(segment!.engine).toMatch(/^own-toy@whisper\.node-/);
    expect(segment!.data).toMatchObject({ words: [{ text: 'Good' }, { text: 'evening.' }] });
    expect(segment!.data).not.toHaveProperty('heard_until');

    expect(await runCommand('models', 'remove', 'own-toy', ...data)).toMatchObject({ code: 0 });
    expect((await runCommand('doctor', ...data)).stdout).toMatch(/✓ transcription +whisper-base-int8@/);
  });

  it('downloads from a mirror', { timeout: 180_000 }, async () => {
    const host = await startModelHost({});
    onTestFinished(() => host.close());
    const data = ['--data-dir', join(await tempFolder(), 'data')];
    expect(await runCommand('models', 'mirror', 'nowhere', ...data)).toMatchObject({ code: 1 });
    const set = await runCommand('models', 'mirror', `${host.url}/hub/`, ...data);
    expect(set.stdout).toBe(`Models are downloaded from ${host.url}/hub.\n`);
    const { code, stderr } = await runCommand('models', 'install', 'whisper-tiny', ...data);
    expect(code).toBe(1);
    expect(stderr).toContain('returned status 404');
    expect(host.requests.map((request) => request.path)).toEqual([
      expect.stringMatching(/^\/hub\/ggerganov\/whisper\.cpp\/resolve\/[0-9a-f]{40}\/ggml-tiny\.bin$/),
    ]);
    const back = await runCommand('models', 'mirror', 'default', ...data);
    expect(back.stdout).toBe('Models are downloaded from https://huggingface.co.\n');
  });

  it('downloads nothing while offline', async () => {
    const data = ['--data-dir', join(await tempFolder(), 'data')];
    expect((await runCommand('models', 'offline', 'on', ...data)).stdout).toBe('offline is on.\n');
    const { code, stderr } = await runCommand('models', 'install', 'whisper-tiny', ...data);
    expect(code).toBe(1);
    expect(stderr).toMatch(/offline.*\(forbidden\)/);
  });
});
