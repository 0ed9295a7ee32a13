{{/*
The variables and files of a job of loyaltyctl, as JSON: (dict "root" $ "name" NAME "job" VALUES). It has the settings of all, and its own.
*/}}
{{- define "loyalty.job" -}}
{{- $facts := include "loyalty.facts" (dict "root" .root "service" "loyaltyctl") | fromJson -}}
{{- $context := dict "root" .root "facts" $facts "own" .job "extra" dict -}}
{{- $settings := include "loyalty.settings" $context | fromJson -}}
{{- $files := include "loyalty.files" $context | fromJson -}}
{{- if .databaseOnly -}}
{{- $all := $settings -}}
{{- $settings = include "loyalty.commandOf" (dict "root" .root "settings" $all) | fromJson -}}
{{- range $variable, $_ := $files }}{{ if not (hasPrefix "DATABASE_" $variable) }}{{ $files = omit $files $variable }}{{ end }}{{ end -}}
{{- if and (not .root.Values.acknowledgePlaintext) (not (contains "sslmode=verify-full" (get $settings "DATABASE_URL"))) -}}
{{- fail (printf "DATABASE_URL of jobs.%s has no sslmode=verify-full, and acknowledgePlaintext is not true" .name) -}}
{{- end -}}
{{- else -}}
{{- include "loyalty.refuse" (dict "root" .root "name" (printf "jobs.%s" .name) "facts" $facts "settings" $settings) -}}
{{- include "loyalty.requirePeers" (dict "root" .root "name" (printf "jobs.%s" .name) "settings" (pick $settings "KAFKA_BROKERS" "DATABASE_URL" "SCHEMA_REGISTRY_URL")) -}}
{{- end -}}
{{- dict "settings" $settings "files" $files | toJson -}}
{{- end }}

{{/* The pod of a job: (dict "root" $ "name" NAME "job" VALUES "args" LIST "settings" TEXTS "files" FILES). */}}
{{- define "loyalty.jobPod" -}}
serviceAccountName: {{ include "loyalty.name" . }}
restartPolicy: Never
{{ include "loyalty.podCommon" .root }}
terminationGracePeriodSeconds: 30
containers:
  - name: loyaltyctl
    image: {{ include "loyalty.image" (dict "root" .root "service" "loyaltyctl") }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args:
      {{- toYaml .args | nindent 6 }}
    env:
      {{- include "loyalty.env" .settings | nindent 6 }}
    resources:
      {{- toYaml .job.resources | nindent 6 }}
    securityContext:
      {{- include "loyalty.containerSecurity" .root | nindent 6 }}
    volumeMounts:
      {{- include "loyalty.volumeMounts" .files | nindent 6 }}
volumes:
  {{- include "loyalty.volumes" .files | nindent 2 }}
{{- end }}

{{- define "loyalty.jobAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "loyalty.name" . }}
  labels:
    {{- include "loyalty.selector" . | nindent 4 }}
    {{- include "loyalty.labels" .root | nindent 4 }}
  {{- with .hook }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}
