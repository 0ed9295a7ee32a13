{{/* What rules, dashboards and scaling look at: series of this installation, and no other. */}}

{{/* The matchers of each scope (files/scopes.json), as JSON. */}}
{{- define "loyalty.scopes" -}}
{{- $nightly := include "loyalty.name" (dict "root" . "name" "check") -}}
{{- $weekly := include "loyalty.name" (dict "root" . "name" "check-all") -}}
{{- $erasures := include "loyalty.name" (dict "root" . "name" "erasures") -}}
{{- $probe := include "loyalty.name" (dict "root" . "name" "probe") -}}
{{- $scopes := dict -}}
{{- range $scope, $matchers := .Files.Get "files/scopes.json" | fromJson -}}
{{- $given := get $.Values.monitoring.selectors $scope -}}
{{- if and (hasKey $.Values.monitoring.selectors $scope) (kindIs "string" $given) -}}
{{- $_ := set $scopes $scope $given -}}
{{- else -}}
{{- $own := $matchers | replace "NAMESPACE" $.Release.Namespace | replace "RELEASE" $.Release.Name | replace "NIGHTLY_CHECK" $nightly | replace "WEEKLY_CHECK" $weekly | replace "ERASURES" $erasures | replace "PROBE" $probe -}}
{{- $_ := set $scopes $scope $own -}}
{{- end -}}
{{- end -}}
{{- $scopes | toJson -}}
{{- end }}

{{/* Two installations in one namespace differ by it alone. */}}
{{- define "loyalty.releaseLabel" -}}
- targetLabel: release
  replacement: {{ .Release.Name }}
{{- end }}

{{/* A query with the matchers of its scopes: (dict "query" TEXT "scopes" MATCHERS). */}}
{{- define "loyalty.scoped" -}}
{{- $query := .query -}}
{{- range $scope, $matchers := .scopes -}}
{{- $query = replace (printf "loyalty_scope=%q" $scope) $matchers $query -}}
{{- end -}}
{{- if contains "loyalty_scope" $query -}}
{{- fail (printf "files/scopes.json has no scope for: %s" $query) -}}
{{- end -}}
{{- $query -}}
{{- end }}

{{/* The groups of rules of this installation, as JSON. */}}
{{- define "loyalty.ruleGroups" -}}
{{- $monitoring := .Values.monitoring -}}
{{- $scopes := include "loyalty.scopes" . | fromJson -}}
{{- $labels := dict "namespace" .Release.Namespace "release" .Release.Name -}}
{{- $base := trimSuffix "/" $monitoring.runbookBaseUrl -}}
{{- $left := dict -}}
{{- range $monitoring.excludeAlerts }}{{ $_ := set $left . "unknown" }}{{ end -}}
{{- $groups := list -}}
{{- range (.Files.Get "files/rules.yaml" | fromYaml).groups -}}
{{- $rules := list -}}
{{- range .rules -}}
{{- $_ := set . "expr" (include "loyalty.scoped" (dict "query" .expr "scopes" $scopes)) -}}
{{- if .record -}}
{{- $_ := set . "labels" (merge (dict) $labels .labels) -}}
{{- $rules = append $rules . -}}
{{- else if hasKey $left .alert -}}
{{- $_ := set $left .alert "known" -}}
{{- else -}}
{{- $_ := set . "labels" (merge (dict) $labels .labels $monitoring.ruleLabels) -}}
{{- if $base -}}
{{- $_ := set .annotations "runbook_url" (printf "%s/%s" $base (trimPrefix "docs/runbooks/" .annotations.runbook)) -}}
{{- end -}}
{{- $rules = append $rules . -}}
{{- end -}}
{{- end -}}
{{- if $rules }}{{ $groups = append $groups (dict "name" .name "rules" $rules) }}{{ end -}}
{{- end -}}
{{- range $alert, $state := $left -}}
{{- if eq $state "unknown" }}{{ fail (printf "monitoring.excludeAlerts: there is no alert %s" $alert) }}{{ end -}}
{{- end -}}
{{- dict "groups" $groups | toJson -}}
{{- end }}

{{/*
A dashboard of this installation: (dict "root" $ "text" JSON). Grafana refuses two with one uid, so that of another installation has
another one; a uid has 40 characters at most.
*/}}
{{- define "loyalty.dashboard" -}}
{{- $release := .root.Release -}}
{{- $scopes := include "loyalty.scopes" .root | fromJson -}}
{{- $dashboard := fromJson .text -}}
{{- $own := printf "%s/%s" $release.Namespace $release.Name -}}
{{- $_ := set $dashboard "uid" (printf "%s-%s" $dashboard.uid (sha256sum $own | trunc 8)) -}}
{{- $_ := set $dashboard "title" (printf "%s (%s)" $dashboard.title $own) -}}
{{- $values := dict "namespace" $release.Namespace "release" $release.Name -}}
{{- range $dashboard.templating.list -}}
{{- if hasKey $values .name -}}
{{- $_ := set . "current" (dict "text" (get $values .name) "value" (get $values .name)) -}}
{{- else if hasKey $scopes .name -}}
{{- $_ := set . "query" (get $scopes .name) -}}
{{- end -}}
{{- end -}}
{{- $dashboard | toPrettyJson -}}
{{- end }}
