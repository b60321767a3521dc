import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { AdminView } from '@/components/admin/admin-view';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = { title: 'Admin' };

/** The owner's page; everybody else gets a 404. */
export default async function AdminPage() {
  const visitor = await visitorOfPage(await headers());
  if (visitor?.role !== 'owner') notFound();
  return <AdminView />;
}
