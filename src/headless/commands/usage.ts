import { UsageRecord, UsageSummary } from '../../contract/account/usage.ts';
import { args, type Command, EXIT, print, row, text } from '../command.ts';
import { withLibrary } from '../connection/with-library.ts';

/** `reelscope usage`: shows the minutes of the account and its analyses. */
export const usageCommand: Command = {
  usage: ['usage'],
  options: {
    from: { type: 'string', value: 'DATE', help: 'only analyses since this date, such as 2026-01-31 (UTC)' },
    to: { type: 'string', value: 'DATE', help: 'only analyses until this date' },
  },
  notes: ['Columns: time (UTC), state, minutes, action, ID of the video. bonus grants minutes.'],
  examples: [['usage --from 2026-01-01', 'Analyses of a year.']],

  async run(input) {
    args(input, 0, 0, 'usage takes no arguments.');
    const query = new URLSearchParams();
    for (const [option, name] of [
      ['from', 'start_date'],
      ['to', 'end_date'],
    ] as const) {
      const value = text(input, option);
      if (value !== undefined) query.set(name, value);
    }
    const [summary, records] = await withLibrary(input, (api) =>
      Promise.all([
        api.get('/usage/summary', UsageSummary, input.signal),
        api.get(`/usage?${query}`, UsageRecord.array(), input.signal),
      ]),
    );
    const { total_minutes: used, remaining_trial_minutes: left, total_limit_minutes: limit } = summary;
    const lines = records.map(({ created_at, state, duration_minutes, action, job_id }) =>
      row(created_at, state, duration_minutes, action, job_id),
    );
    const total = `${used} minutes used, ${left} of ${limit} remaining.\n`;
    print(input, { summary, records }, `${lines.join('')}${total}`);
    return EXIT.done;
  },
};
