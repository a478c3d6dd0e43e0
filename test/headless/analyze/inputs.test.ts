import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findInputs, type InputOptions, listedPath, splitList } from '../../../src/headless/analyze/inputs.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { noLinks } from '../../fixtures/this-system.ts';

const never = new AbortController().signal;

async function tree(...files: string[]): Promise<string> {
  const folder = await tempFolder();
  for (const file of files) {
    await fs.mkdir(join(folder, file, '..'), { recursive: true });
    await fs.writeFile(join(folder, file), 'x');
  }
  return folder;
}

async function find(folder: string, wanted: (string | Buffer)[], options: Partial<InputOptions> = {}) {
  const paths = wanted.map((one) => (typeof one === 'string' ? join(folder, one) : one));
  const found = await findInputs(paths, {
    isRecursive: false,
    withHidden: false,
    except: [],
    signal: never,
    ...options,
  });
  return { ...found, places: found.files.map(({ place }) => place) };
}

describe('inputs of analyze', () => {
  it('are the media files of a folder in natural order, others counted', async () => {
    const folder = await tree('f/10.mp4', 'f/2.MKV', 'f/notes.txt', 'f/.clip.mp4', 'f/sub/3.mp4');
    const flat = await find(folder, ['f']);
    expect(flat).toMatchObject({ places: ['f/2.MKV', 'f/10.mp4'], folders: 1, problems: [] });
    expect(flat.leftOut.map(({ reason }) => reason).sort()).toEqual(['hidden', 'not_media']);
    const deep = await find(folder, ['f'], { isRecursive: true, withHidden: true });
    expect(deep).toMatchObject({ places: ['f/.clip.mp4', 'f/2.MKV', 'f/10.mp4', 'f/sub/3.mp4'], folders: 0 });
  });

  it('are those of unknown names whose first bytes are media', async () => {
    const folder = await tree('f/index.ts', 'f/notes', 'f/clip.mp4.part');
    for (const name of ['real.ts', 'MVI_0001', 'clip.xyz'])
      await fs.writeFile(join(folder, 'f', name), Buffer.alloc(376, 0x47));
    const { places, leftOut } = await find(folder, ['f']);
    expect(places).toEqual(['f/clip.xyz', 'f/MVI_0001', 'f/real.ts']);
    expect(leftOut.map(({ label, reason }) => [label.split('/').at(-1), reason])).toEqual([
      ['clip.mp4.part', 'unfinished'],
      ['index.ts', 'not_media'],
      ['notes', 'not_media'],
    ]);
  });

  it('leave out folders of systems in any letter case and depth, unless they are named', async () => {
    const folder = await tree('f/@EaDir/a.mp4/x.mp4', 'f/sub/#recycle/b.mp4', 'f/sub/._c.mp4', 'f/sub/c.mp4');
    const options = { isRecursive: true, withHidden: true };
    const { places, leftOut } = await find(folder, ['f'], options);
    expect([places, leftOut.map(({ reason }) => reason)]).toEqual([['f/sub/c.mp4'], ['system', 'system', 'system']]);
    expect((await find(folder, ['f/**/*.mp4'], options)).places).toEqual(['sub/c.mp4']);
    expect((await find(folder, ['f/sub/#recycle'], options)).places).toEqual(['#recycle/b.mp4']);
  });

  it.skipIf(noLinks)(`enter each folder once, so that loops of links end${noLinks}`, async () => {
    const folder = await tree('f/a/1.mp4');
    await fs.symlink('..', join(folder, 'f/a/up'));
    await fs.symlink('self', join(folder, 'f/self.mp4'));
    await fs.symlink('self.mp4', join(folder, 'f/self'));
    const found = await find(folder, ['f'], { isRecursive: true });
    expect(found.places).toEqual(['f/a/1.mp4']);
    expect(found.problems.map(({ error }) => error.message)).toContainEqual(
      expect.stringMatching(/^“.*” can’t be read: a link that leads to itself\.$/),
    );
  });

  it('match patterns, also with folders', async () => {
    const folder = await tree('a/1.mp4', 'a/2.mov', 'b/c/3.mp4', 'b/c/4.txt');
    expect((await find(folder, ['**/*.mp4'])).places).toEqual(['a/1.mp4', 'b/c/3.mp4']);
    expect((await find(folder, ['a/*.{mov,avi}'])).places).toEqual(['2.mov']);
    expect((await find(folder, ['[ab]'])).places).toEqual(['a/1.mp4', 'a/2.mov']);
    expect((await find(folder, ['*.avi'])).problems).toMatchObject([
      { error: { code: 'not_found', message: /matches it as a pattern/ } },
    ]);
    // A name with such characters is that file.
    await fs.writeFile(join(folder, 'a[1].mp4'), 'x');
    expect((await find(folder, ['a[1].mp4'])).places).toEqual(['a[1].mp4']);
  });

  it('list a file once', async () => {
    const folder = await tree('a/1.mp4');
    expect((await find(folder, ['a/1.mp4', 'a', 'a/*.mp4'])).places).toEqual(['1.mp4']);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('state folders that can’t be read', async () => {
    const folder = await tree('f/closed/1.mp4', 'f/2.mp4');
    await fs.chmod(join(folder, 'f/closed'), 0);
    onTestFinished(() => fs.chmod(join(folder, 'f/closed'), 0o755));
    const found = await find(folder, ['f'], { isRecursive: true });
    expect([found.places, found.problems]).toEqual([
      ['f/2.mp4'],
      [
        expect.objectContaining({
          error: expect.objectContaining({ code: 'forbidden', message: expect.stringMatching(/permission denied\.$/) }),
        }),
      ],
    ]);
  });

  it.skipIf(process.platform !== 'linux')('keep the bytes of names that are not UTF-8', async () => {
    const folder = await tree('f/1.mp4');
    const path = Buffer.concat([Buffer.from(`${folder}/f/Gr`), Buffer.from([0xf6]), Buffer.from('e.mp4')]);
    await fs.writeFile(path, 'x');
    const { files } = await find(folder, ['f']);
    expect(files.map(({ path }) => path)).toContainEqual(path);
    expect(files.map(({ place }) => place)).toContain('f/Gröe.mp4');
  });

  it('do not include the library or the results folder', async () => {
    const folder = await tree('f/data/1.mp4', 'f/2.mp4');
    const except = [await fs.realpath(join(folder, 'f/data'))];
    expect((await find(folder, ['f'], { isRecursive: true, except })).places).toEqual(['f/2.mp4']);
  });

  it('are read from lists with line breaks or NUL characters', () => {
    const text = (list: string) => splitList(Buffer.from(list)).map(String);
    expect(text('a\r\nb b\n\nc')).toEqual(['a', 'b b', 'c']);
    expect(text('a\nb\0c\0')).toEqual(['a\nb', 'c']);
    expect(text('\ufeffa\r\nb')).toEqual(['a', 'b']);
    expect(splitList(Buffer.from('\ufeffä.mp4\r\nb c\r\n', 'utf16le')).map(String)).toEqual(['ä.mp4', 'b c']);
    expect(listedPath(Buffer.from([0x2f, 0xff]))).toEqual(Buffer.from([0x2f, 0xff]));
  });
});
