import { Hono } from 'hono';
import { ApiError, invalid } from '../http/api-error.ts';
import {
  addAttachment,
  deleteAttachment,
  findAttachment,
  listAttachments,
  type NewFile,
} from '../world/attachments.ts';
import { findTask } from '../world/tasks.ts';
import { ensureAlive } from './apply-faults.ts';
import type { PublicContext, PublicEnv } from './env.ts';
import { taskIdParam } from './request-values.ts';
import { servedType } from './served-type.ts';

async function uploadedFile(c: PublicContext): Promise<NewFile> {
  const contentType = c.req.header('content-type') ?? '';
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(c.get('bytes')), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new ApiError(400, 'invalid_request', 'A file must be sent as multipart/form-data.', 'file');
  }
  const file = form.get('file');
  if (file === null || typeof file === 'string') throw invalid('file', 'The field file is missing.');
  if (file.name === '' || file.name.length > 200)
    throw invalid('file', 'The file needs a name of up to 200 characters.');
  const type = file.type.slice(0, 100) || 'application/octet-stream';
  return { name: file.name, type, content: Buffer.from(await file.arrayBuffer()) };
}

export const attachmentRoutes = new Hono<PublicEnv>()
  .get('/tasks/:id/attachments', (c) => c.json({ items: listAttachments(c.get('world'), taskIdParam(c)) }))
  .post('/tasks/:id/attachments', async (c) => {
    const world = c.get('world');
    const id = taskIdParam(c);
    findTask(world, id);
    const file = await uploadedFile(c);
    ensureAlive(world);
    return c.json(addAttachment(world, id, file, c.get('member')), 201);
  })
  .delete('/attachments/:id', (c) => {
    deleteAttachment(c.get('world'), c.req.param('id'), c.get('member'));
    return c.body(null, 204);
  })
  .get('/attachments/:id/content', (c) => {
    const found = findAttachment(c.get('world'), c.req.param('id'));
    return c.body(new Uint8Array(Buffer.from(found.contentBase64, 'base64')), 200, {
      'content-type': servedType(found.name, found.type),
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(found.name)}`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
  });
