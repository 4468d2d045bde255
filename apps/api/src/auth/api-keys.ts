import type { Auth } from './auth.ts';

export interface ApiKeyView {
  id: string;
  name: string;
  /** First characters of the key, to recognise it by; the key itself is shown once. */
  start: string | null;
  expiresAt: string | null;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface ApiKeys {
  /** Makes a key. Its text is in this answer and nowhere else: only its hash is stored. */
  create(
    userId: string,
    key: { name: string; expiresAt: string | null },
  ): Promise<ApiKeyView & { key: string }>;
  list(userId: string): Promise<ApiKeyView[]>;
  /** True when there was such a key of this user. */
  revoke(userId: string, id: string): Promise<boolean>;
}

interface Row {
  id: string;
  name: string | null;
  start: string | null;
  expiresAt: Date | null;
  createdAt: Date;
  lastRequest: Date | null;
}

const TABLE = 'apikey';

/** @param onRevoked forgets remembered answers, so that a revoked key stops working at once */
export function apiKeysOf(auth: Auth, onRevoked: () => void): ApiKeys {
  const ownedBy = (userId: string) => [{ field: 'referenceId', value: userId }];
  return {
    async create(userId, { name, expiresAt }) {
      const expiresIn = expiresAt === null ? null : Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000);
      const made = await auth.api.createApiKey({
        body: { userId, name, ...(expiresIn !== null && { expiresIn }) },
      });
      return { ...viewOf(made), key: made.key };
    },
    async list(userId) {
      const { adapter } = await auth.$context;
      const rows = await adapter.findMany<Row>({
        model: TABLE,
        where: ownedBy(userId),
        sortBy: { field: 'createdAt', direction: 'desc' },
      });
      return rows.map(viewOf);
    },
    async revoke(userId, id) {
      const { adapter } = await auth.$context;
      const count = await adapter.deleteMany({
        model: TABLE,
        where: [{ field: 'id', value: id }, ...ownedBy(userId)],
      });
      onRevoked();
      return count > 0;
    },
  };
}

const viewOf = (row: Row): ApiKeyView => ({
  id: row.id,
  name: row.name ?? '',
  start: row.start,
  expiresAt: row.expiresAt ? new Date(row.expiresAt).toISOString() : null,
  createdAt: new Date(row.createdAt).toISOString(),
  lastUsedAt: row.lastRequest ? new Date(row.lastRequest).toISOString() : null,
});
