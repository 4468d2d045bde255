import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { ServicesFile } from '@dungji/dev-services';
import type { Invariant } from './world.ts';

/** No bytes without a row that names them, and no SUCCESS without its bytes. */
export const objects: Invariant = async ({ services, sql }) => {
  const stored = await keysIn(services.s3);
  const { rows } = await sql.query<{ key: string }>('SELECT key FROM stored_object');
  const { rows: delivered } = await sql.query<{ id: string; key: string | null }>(
    `SELECT t.id, d.object_key AS key FROM task t LEFT JOIN document d ON d.id = t.document_id
     WHERE t.kind IN ('issuance', 'generation') AND t.status = 'SUCCESS'`,
  );
  const known = new Set(rows.map(({ key }) => key));
  return [
    ...[...stored].filter((key) => !known.has(key)).map((key) => `object ${key} has no row`),
    ...delivered
      .filter(({ key }) => key === null || !stored.has(key))
      .map(({ id }) => `task ${id} succeeded without an object`),
  ];
};

async function keysIn({
  endpoint,
  bucket,
  accessKeyId,
  secretAccessKey,
}: ServicesFile['s3']): Promise<Set<string>> {
  const s3 = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const keys = new Set<string>();
  let token: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, ...(token && { ContinuationToken: token }) }),
    );
    for (const { Key } of page.Contents ?? []) if (Key) keys.add(Key);
    token = page.NextContinuationToken;
  } while (token);
  s3.destroy();
  return keys;
}
