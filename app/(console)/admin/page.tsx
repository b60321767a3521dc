import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { AdminView } from '@/components/admin/admin-view';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = { title: 'Admin' };

/** The owner's page; to everybody else there is none. */
export default async function AdminPage() {
  const visitor = await visitorOfPage(await headers());
  if (visitor?.role !== 'owner') notFound();
  return <AdminView />;
}
