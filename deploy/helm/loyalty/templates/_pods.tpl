{{/* Parts of a pod that services and jobs share. */}}

{{/* Values choose users and groups; nothing else of it can be given up. */}}
{{- define "loyalty.podSecurity" -}}
runAsNonRoot: true
seccompProfile:
  type: RuntimeDefault
{{- with .Values.pods.podSecurityContext }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "loyalty.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- with .Values.pods.securityContext }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* A list that people add to, for all pods and for those of one workload, as JSON: (dict "root" $ "own" VALUES "of" KEY). */}}
{{- define "loyalty.added" -}}
{{- concat (get .root.Values.pods .of | default list) (get .own .of | default list) | toJson -}}
{{- end }}

{{/* The same of a map; that of the workload goes before. (dict "root" $ "own" VALUES "all" KEY "of" KEY). */}}
{{- define "loyalty.merged" -}}
{{- merge (deepCopy (get .own .of | default dict)) (get .root.Values.pods .all | default dict) | toJson -}}
{{- end }}

{{/* Labels that people give pods: (dict "root" $ "own" VALUES). */}}
{{- define "loyalty.podLabels" -}}
{{- with include "loyalty.merged" (dict "root" .root "own" .own "all" "labels" "of" "podLabels") | fromJson }}
{{- toYaml . }}
{{- end }}
{{- end }}

{{- define "loyalty.podAnnotations" -}}
{{- with include "loyalty.merged" (dict "root" .root "own" .own "all" "annotations" "of" "podAnnotations") | fromJson }}
{{- toYaml . }}
{{- end }}
{{- end }}

{{/* Variables and volumes have names: that of the workload takes the place of that of all. The same arguments. */}}
{{- define "loyalty.addedByName" -}}
{{- $own := get .own .of | default list -}}
{{- $names := list -}}
{{- range $own }}{{ $names = append $names .name }}{{ end -}}
{{- $all := list -}}
{{- range get .root.Values.pods .of | default list }}{{ if not (has .name $names) }}{{ $all = append $all . }}{{ end }}{{ end -}}
{{- concat $all $own | toJson -}}
{{- end }}

{{/* `env` of a container: (dict "root" $ "own" VALUES "settings" TEXTS). */}}
{{- define "loyalty.env" -}}
{{- range $variable, $text := .settings }}
- name: {{ $variable }}
  value: {{ $text | quote }}
{{- end }}
{{- with include "loyalty.addedByName" (dict "root" .root "own" .own "of" "extraEnv") | fromJsonArray }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What a process may write, and the files that settings name: (dict "root" $ "own" VALUES "files" REFERENCES). */}}
{{- define "loyalty.volumes" -}}
- name: tmp
  emptyDir:
    medium: Memory
    sizeLimit: 16Mi
{{- if .files }}
- name: settings
  projected:
    # 0440; the group is fsGroup.
    defaultMode: 288
    sources:
      {{- range $variable, $reference := .files }}
      {{- if $reference.secret }}
      - secret:
          name: {{ $reference.secret }}
          items:
            - key: {{ $reference.key }}
              path: {{ $variable }}
      {{- else }}
      - configMap:
          name: {{ $reference.configMap }}
          items:
            - key: {{ $reference.key }}
              path: {{ $variable }}
      {{- end }}
      {{- end }}
{{- end }}
{{- with include "loyalty.addedByName" (dict "root" .root "own" .own "of" "extraVolumes") | fromJsonArray }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "loyalty.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .files }}
- name: settings
  mountPath: /etc/loyalty
  readOnly: true
{{- end }}
{{- with include "loyalty.added" (dict "root" .root "own" .own "of" "extraVolumeMounts") | fromJsonArray }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* No pod speaks to the API of the cluster, and none is told the addresses of Services: (dict "root" $ "own" VALUES). */}}
{{- define "loyalty.podCommon" -}}
{{- $pods := .root.Values.pods -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with include "loyalty.merged" (dict "root" .root "own" .own "all" "nodeSelector" "of" "nodeSelector") | fromJson }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with include "loyalty.added" (dict "root" .root "own" .own "of" "tolerations") | fromJsonArray }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.affinity | default $pods.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.priorityClassName | default $pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext:
  {{- include "loyalty.podSecurity" .root | nindent 2 }}
{{- end }}

{{/* Annotations of an account, with those of a hook: (dict "root" $ "own" VALUES "hook" ANNOTATIONS). */}}
{{- define "loyalty.accountAnnotations" -}}
{{- $own := (.own.serviceAccount | default dict).annotations | default dict -}}
{{- with merge (dict) (.hook | default dict) $own .root.Values.serviceAccount.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The variables by which loyaltyctl connects, of a process that has more: (dict "root" $ "settings" TEXTS "files" FILES). */}}
{{- define "loyalty.commandOf" -}}
{{- $facts := include "loyalty.facts" (dict "root" .root "service" "loyaltyctl") | fromJson -}}
{{- $settings := dict -}}
{{- $given := .settings -}}
{{- range $facts.settings -}}
{{- if and (hasPrefix "DATABASE_" .variable) (hasKey $given .variable) }}{{ $_ := set $settings .variable (get $given .variable) }}{{ end -}}
{{- end -}}
{{- toJson $settings -}}
{{- end }}
