import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { PAGE_METADATA } from '@/components/frame/page-metadata';
import { ModelView } from '@/components/models/detail/model-view';
import { visitorOfPage } from '@/lib/pages/visitor';

type Params = { params: Promise<{ id: string[] }> };

/** The id is the model's, or what somebody typed. */
export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: nameIn((await params).id) };
}

/** One model, for everybody; ids may hold slashes. */
export default async function ModelPage({ params }: Params) {
  const asked = await headers();
  const visitor = await visitorOfPage(asked);
  return (
    <ModelView
      id={nameIn((await params).id)}
      signedIn={visitor !== null}
      origin={asked.get(PAGE_METADATA.publicOrigin) ?? ''}
      serviceId={asked.get(PAGE_METADATA.serviceId) ?? 'svc'}
    />
  );
}

/** The parts of the address come as they were written. */
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
