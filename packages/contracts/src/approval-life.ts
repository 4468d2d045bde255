// Without the schemas, so that a page can ask this before their library is there.

export const APPROVAL_STATUSES = ['OPEN', 'ACCEPTED', 'APPLIED', 'FAILED', 'REJECTED', 'EXPIRED'] as const;

/** A person may decide about it now. */
export const isActionable = ({
  status,
  restorable,
}: {
  readonly status: (typeof APPROVAL_STATUSES)[number];
  readonly restorable: boolean;
}): boolean => status === 'OPEN' || (status === 'FAILED' && restorable);
