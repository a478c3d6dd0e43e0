import { ErrorBody } from '../../../contract/error-body.ts';
import { UploadResult, UploadState } from '../../../contract/library/storage.ts';
import type { SchemaSet } from './schema-set.ts';

const text = (name: string, place: string, description: string, more: object = {}) => ({
  name,
  in: place,
  required: true,
  description,
  schema: { type: 'string', ...more },
});

const offset = { description: 'Bytes that have arrived.', schema: { type: 'integer', minimum: 0 } };
const complete = {
  description: '`?1` after the last part, `?0` before.',
  schema: { type: 'string', enum: ['?0', '?1'] },
};
const STATE_HEADERS = { 'Upload-Offset': offset, 'Upload-Complete': complete };

/**
 * Path item of presigned upload URLs, which are outside of /api: clients send bytes to the URL as they got it, with no
 * other credential than its signature.
 */
export function uploadPath(schemas: SchemaSet): object {
  const json = (schema: Parameters<SchemaSet['of']>[0]) => ({
    content: { 'application/json': { schema: schemas.of(schema, 'output') } },
  });
  const failed = { 'application/json': { schema: schemas.of(ErrorBody, 'output') } };
  const errors = {
    400: { $ref: '#/components/responses/400' },
    403: { description: 'The URL was changed, has expired, or is for another content type.', content: failed },
    409: { description: 'The part does not continue the file.', headers: { 'Upload-Offset': offset }, content: failed },
    413: { description: 'The file is too large.', content: failed },
    default: { $ref: '#/components/responses/Error' },
  };
  const { 409: _, ...errorsOfPut } = errors;
  const common = { tags: ['Storage'], security: [] };
  const description = 'The URL is the `upload_url` of `POST /storage/upload-url`, used as it is.';
  const body = {
    required: true,
    content: {
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      '*/*': { schema: { type: 'string', format: 'binary' } },
    },
  };
  const part = [
    {
      ...text('Upload-Offset', 'header', 'Position of the part in the file, in bytes.'),
      schema: { type: 'integer', minimum: 0 },
    },
    { ...text('Upload-Complete', 'header', '`?1` for the last part.', { enum: ['?0', '?1'] }), required: false },
  ];
  const stored = { description: 'The file is stored.', headers: STATE_HEADERS, ...json(UploadResult) };
  return {
    servers: [{ url: '/' }],
    parameters: [
      text('user_id', 'path', 'The user.'),
      text('file_name', 'path', 'The `sanitized_filename`.'),
      text('content_type', 'query', 'As signed.'),
      text('user', 'query', 'As signed.'),
      text('expires', 'query', 'As signed.'),
      text('signature', 'query', 'As signed.'),
    ],
    put: {
      operationId: 'uploadFile',
      summary: 'Upload a file to a presigned URL',
      description,
      ...common,
      requestBody: body,
      responses: { 200: { description: 'The file is stored.', ...json(UploadResult) }, ...errorsOfPut },
    },
    patch: {
      operationId: 'uploadPart',
      summary: 'Upload a part of a file (extension)',
      description,
      ...common,
      parameters: part,
      requestBody: body,
      responses: { 200: stored, 204: { description: 'The part is stored.', headers: STATE_HEADERS }, ...errors },
    },
    get: {
      operationId: 'getUploadState',
      summary: 'Get how much of a file has arrived (extension)',
      description,
      ...common,
      responses: {
        200: { description: 'Also for HEAD.', headers: STATE_HEADERS, ...json(UploadState) },
        ...errorsOfPut,
      },
    },
  };
}
