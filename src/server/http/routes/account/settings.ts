import { OpenAPIHono } from '@hono/zod-openapi';
import { BrandWords } from '../../../../contract/account/settings.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { jsonBody, okResponse } from '../route-parts.ts';

const tags = ['Settings'];

const get = defineRoute({
  method: 'get',
  path: '/settings/brand-words',
  access: { scope: 'read' },
  tags,
  summary: 'List brand words (extension)',
  responses: okResponse(BrandWords, 'In alphabetical order.'),
});

const replace = defineRoute({
  method: 'put',
  path: '/settings/brand-words',
  access: { scope: 'admin' },
  tags,
  summary: 'Replace brand words, effective from the next analysis (extension)',
  request: { body: jsonBody(BrandWords) },
  responses: okResponse(BrandWords, 'The updated list, without duplicates.'),
});

export const settingsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.brandWords.get(c.var.caller.userId), 200))
  .openapi(replace, (c) =>
    c.json(c.var.services.brandWords.replace(c.var.caller.userId, c.req.valid('json').words), 200),
  );
