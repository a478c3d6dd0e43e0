import { OpenAPIHono } from '@hono/zod-openapi';
import {
  CheckEvents,
  CheckedText,
  type CheckProgress,
  CheckTextRequest,
  FactSheetRequest,
} from '../../../contract/evidence/checks.ts';
import type { AppEnv } from '../context/app-env.ts';
import { sendDownload } from '../serving/send-download.ts';
import { defineRoute } from './define-route.ts';
import { downloadResponse, jsonBody, mediaResponse, okResponse } from './route-parts.ts';
import { streamResult } from './stream-result.ts';

const tags = ['Evidence'];

const check = defineRoute({
  method: 'post',
  path: '/checks',
  access: { scope: 'read', confinedTo: 'caller' },
  operationId: 'checkText',
  tags,
  summary: 'Check a text (extension)',
  description:
    'Holds the quotations, the reported speech (English and German), and the sentences with numbers, dates, or names of a text against transcripts and texts on screen. Verdicts are computed from the words. A connected language model divides sentences into claims and decides nothing. Numbers, amounts, and dates are compared in their normal forms.',
  request: { body: jsonBody(CheckTextRequest) },
  responses: okResponse(CheckedText, 'The passages with their verdicts.'),
});

const checkStream = defineRoute({
  method: 'post',
  path: '/checks/stream',
  access: { scope: 'read', confinedTo: 'caller' },
  events: CheckEvents,
  operationId: 'checkTextAndStream',
  tags,
  summary: 'Check a text and stream the progress (extension)',
  description:
    'Server-sent events: progress, then one checked (the passages with their verdicts) or error. Closing the connection cancels the check, and the language model stops.',
  request: { body: jsonBody(CheckTextRequest) },
  responses: mediaResponse(['text/event-stream'], 'The event stream, which closes after the check.'),
});

const factSheet = defineRoute({
  method: 'post',
  path: '/checks/fact-sheet',
  access: { scope: 'read', confinedTo: 'caller' },
  operationId: 'createFactSheet',
  tags,
  summary: 'Create the fact sheet of a text (extension)',
  description:
    'Checks the text, and writes its passages with verdicts and citations. HTML and JSON are signed; the export is recorded in the histories of the cited videos.',
  request: { body: jsonBody(FactSheetRequest) },
  responses: downloadResponse(
    ['text/html', 'application/json', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    'The fact sheet.',
  ),
});

export const checksRoutes = new OpenAPIHono<AppEnv>()
  .openapi(check, async (c) => {
    const { text, ...scope } = c.req.valid('json');
    const { checks } = c.var.services;
    return c.json(await checks.check(c.var.caller.userId, text, scopeOf(c, scope), { signal: c.req.raw.signal }), 200);
  })
  .openapi(checkStream, (c) => {
    const { text, ...request } = c.req.valid('json');
    const scope = scopeOf(c, request);
    const { checks } = c.var.services;
    return streamResult<typeof CheckEvents>(c, async (signal, send) => {
      let last = '';
      const onProgress = (progress: CheckProgress) => {
        const { stage, done, total } = progress;
        const step = `${stage} ${Math.floor((100 * done) / total)}`;
        if (step !== last) send('progress', progress);
        last = step;
      };
      send('checked', await checks.check(c.var.caller.userId, text, scope, { signal, onProgress }));
    });
  })
  .openapi(factSheet, async (c) => {
    const { text, title, format, language, ...scope } = c.req.valid('json');
    const sheet = { text, title, format, language, scope: scopeOf(c, scope) };
    return sendDownload(await c.var.services.factSheets.make(c.var.caller.userId, sheet, c.req.raw.signal));
  });

/** The middleware has checked the ids of a key that is confined to projects. @throws ReelscopeError `not_found` */
function scopeOf(
  { var: { caller, services } }: { var: AppEnv['Variables'] },
  { job_ids, project_id }: Pick<CheckTextRequest, 'job_ids' | 'project_id'>,
) {
  const { userId, projects } = caller;
  return {
    jobIds: job_ids ?? (projects && services.videos.idsWithin(userId, projects)),
    projectId: project_id === undefined ? undefined : services.projects.idOf(userId, project_id),
  };
}
