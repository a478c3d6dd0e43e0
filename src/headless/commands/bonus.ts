import { BonusGrant, UsageSummary } from '../../contract/account/usage.ts';
import { args, type Command, EXIT, print, text, UsageError } from '../command.ts';
import { withLibrary } from '../connection/with-library.ts';

/** `reelscope bonus`: grants minutes beside the quota. */
export const bonusCommand: Command = {
  usage: ['bonus MINUTES'],
  creates: true,
  options: { note: { type: 'string', value: 'TEXT', help: 'reason, which is recorded with the grant' } },
  examples: [['bonus 600 --note "Trial in May"', 'Analyze ten more hours.']],

  async run(input) {
    const [given] = args(input, 1, 1, 'bonus requires a number of minutes.') as [string];
    const minutes = Number(given);
    if (!(minutes > 0)) throw new UsageError('bonus requires a number of minutes above 0.');
    const note = text(input, 'note');
    const { grant, summary } = await withLibrary(input, async (api) => ({
      grant: await api.send('POST', '/usage/bonus', { minutes, ...(note && { note }) }, BonusGrant),
      summary: await api.get('/usage/summary', UsageSummary),
    }));
    const { remaining_trial_minutes: left, total_limit_minutes: limit } = summary;
    print(input, grant, `${grant.minutes} minutes granted. ${left} of ${limit} minutes remaining.\n`);
    return EXIT.done;
  },
};
