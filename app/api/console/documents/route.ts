import { addDocument } from '@/lib/augment/documents/add';
import { ADD_DOCUMENT_FORM, AddDocument } from '@/lib/augment/documents/contract';
import { listDocuments } from '@/lib/augment/documents/own';
import { SCRAPE_DEMAND, TEXT_PARSER_DEMAND } from '@/lib/augment/pages/demand';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'session', run: (_input, context) => listDocuments(context) });

export const POST = endpoint({
  auth: 'spender',
  body: AddDocument,
  form: ADD_DOCUMENT_FORM,
  limit: ({ body }) => (body.file === undefined ? SCRAPE_DEMAND : TEXT_PARSER_DEMAND),
  run: ({ body }, context) => addDocument(body, context),
});
