create table oidc_artifacts (
  organization_id uuid not null references organizations (id) on delete cascade,
  model text not null,
  id_hash bytea not null,
  payload json not null,
  grant_id text,
  uid text,
  session_uid text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (organization_id, model, id_hash)
);
comment on table oidc_artifacts is 'What the authorization server keeps: browser sessions, interactions, grants, codes, refresh tokens, pushed requests.';
comment on column oidc_artifacts.organization_id is 'Whose sign-in it belongs to.';
comment on column oidc_artifacts.model is 'Which kind it is.';
comment on column oidc_artifacts.id_hash is 'SHA-256 of the identifier; the identifier itself may be a bearer value and is nowhere stored.';
comment on column oidc_artifacts.payload is 'The artifact without its identifier; json, not jsonb: it repeats what applications sent, null characters too.';
comment on column oidc_artifacts.grant_id is 'The grant it hangs on.';
comment on column oidc_artifacts.uid is 'Identifier of a session or interaction that is no bearer value.';
comment on column oidc_artifacts.session_uid is 'The browser session it came out of.';
comment on column oidc_artifacts.created_at is 'When it was first stored.';
comment on column oidc_artifacts.expires_at is 'When it ends.';
comment on column oidc_artifacts.consumed_at is 'When it was used, for what may be used once.';

create index oidc_artifacts_by_grant on oidc_artifacts (organization_id, grant_id, created_at)
  where grant_id is not null;
create index oidc_artifacts_by_uid on oidc_artifacts (organization_id, model, uid) where uid is not null;
create index oidc_artifacts_by_session on oidc_artifacts (organization_id, session_uid) where session_uid is not null;
create index oidc_artifacts_expiry on oidc_artifacts (expires_at);
