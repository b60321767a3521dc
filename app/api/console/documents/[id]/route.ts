import { findDocument, removeDocument } from '@/lib/augment/documents/own';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'session',
  run: ({ params }, context) => findDocument(params.id ?? '', context),
});

export const DELETE = endpoint({
  auth: 'session',
  run: ({ params }, context) => removeDocument(params.id ?? '', context),
});
