import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { PAGE_METADATA } from '@/components/frame/page-metadata';
import { ModelView } from '@/components/models/detail/model-view';
import { visitorOfPage } from '@/lib/pages/visitor';

type Params = { params: Promise<{ id: string[] }> };

/** The ID may be a model's, or anything that somebody typed. */
export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: nameIn((await params).id) };
}

/** One model, public; IDs may contain slashes. */
export default async function ModelPage({ params }: Params) {
  const asked = await headers();
  const visitor = await visitorOfPage(asked);
  return (
    <ModelView
      id={nameIn((await params).id)}
      signedIn={visitor !== null}
      regionsEnforced={asked.get(PAGE_METADATA.regions) === 'enforced'}
      origin={asked.get(PAGE_METADATA.publicOrigin) ?? ''}
      serviceId={asked.get(PAGE_METADATA.serviceId) ?? 'svc'}
    />
  );
}

/** The segments arrive URL-encoded. */
function nameIn(parts: string[]): string {
  return parts.map(decoded).join('/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
