{{/* Parts of a pod that services and jobs share. */}}

{{- define "loyalty.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "loyalty.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* What a process may write, and the files that settings name: a JSON object of references. */}}
{{- define "loyalty.volumes" -}}
- name: tmp
  emptyDir:
    medium: Memory
    sizeLimit: 16Mi
{{- if . }}
- name: settings
  projected:
    # 0440; the group is fsGroup.
    defaultMode: 288
    sources:
      {{- range $variable, $reference := . }}
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
{{- end }}

{{- define "loyalty.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- if . }}
- name: settings
  mountPath: /etc/loyalty
  readOnly: true
{{- end }}
{{- end }}

{{/* No pod speaks to the API of the cluster, and none is told the addresses of Services. */}}
{{- define "loyalty.podCommon" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pods.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pods.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext:
  {{- include "loyalty.podSecurity" . | nindent 2 }}
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
