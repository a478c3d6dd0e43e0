import { expect, test } from 'vitest';
import type { Comment } from '../../../src/contract/sharing/comments.ts';
import { commentsCsv } from '../../../src/core/formats/comments-csv.ts';

const comment: Comment = {
  id: '7',
  item_id: null,
  job_id: 'a',
  share_id: '3',
  story_id: null,
  link_expires_at: null,
  start_time: 4.5,
  end_time: null,
  name: '=HYPERLINK("http://example.com")',
  text: 'Which crane?\nThe second, I think.',
  reply: null,
  state: 'proposed',
  moment_id: null,
  created_at: '2026-11-01 10:00:00',
  replied_at: null,
};

test('comments are rows of a spreadsheet, in which nothing of a visitor runs', () => {
  const [header, ...rows] = commentsCsv([comment, { ...comment, end_time: 6, reply: 'Yes.' }]).split('\r\n');
  expect(header).toBe('id,link_id,job_id,start_time,end_time,name,text,reply,state,created_at,replied_at');
  expect(rows).toEqual([
    `7,3,a,4.5,,"'=HYPERLINK(""http://example.com"")","Which crane?\nThe second, I think.",,proposed,2026-11-01 10:00:00,`,
    `7,3,a,4.5,6,"'=HYPERLINK(""http://example.com"")","Which crane?\nThe second, I think.",Yes.,proposed,2026-11-01 10:00:00,`,
    '',
  ]);
});
