import { MODULE_NAMES } from '../../../contract/analysis/modules.ts';
import { args, type Command, EXIT, has, list, MODULES_OPTION } from '../../command.ts';
import { findVideo, withLibrary } from '../../connection/with-library.ts';
import { FINDINGS_OPTIONS, findingsOf } from '../../output/findings-format.ts';
import { OUT_OPTION, save } from '../../output/save.ts';

/** `reelscope results`: prints the findings of an analyzed video. */
export const resultsCommand: Command = {
  usage: ['results VIDEO'],
  options: {
    ...MODULES_OPTION,
    ...FINDINGS_OPTIONS,
    partial: { type: 'boolean', help: 'also while the analysis runs: the findings so far' },
    out: { ...OUT_OPTION.out, help: 'file to create (default: standard output)' },
  },
  notes: ['VIDEO is an ID or a name. Findings are printed as JSON by default.'],
  examples: [
    ['results talk.mp4 --vtt --out talk.vtt', 'Subtitles of an analyzed video.'],
    ['results talk.mp4 --modules ocr --csv', 'Text on screen for a spreadsheet.'],
  ],

  async run(input) {
    const [name] = args(input, 1, 1, 'results requires one video, by ID or name.') as [string];
    const findings = findingsOf(input);
    const modules = list(input, 'modules', MODULE_NAMES);
    const more = { ...(modules && { modules: modules.join(',') }), ...(has(input, 'partial') && { partial: 'true' }) };
    await withLibrary(input, async (api) => {
      const { job_id } = await findVideo(api, name);
      await save(input, { name: '-', body: await findings(api, job_id, more) });
    });
    return EXIT.done;
  },
};
