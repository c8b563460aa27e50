# Completion of warledger in PowerShell. In $PROFILE:
#     warledger completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName warledger -ScriptBlock {
    param($word, $ast, $cursor)
    $line = $ast.ToString()
    $length = $cursor - $ast.Extent.StartOffset
    $line = if ($length -gt $line.Length) { "$line " } else { $line.Substring(0, $length) }
    warledger completion powershell "--line=$line" 2>$null | ForEach-Object {
        $value, $text = $_ -split "`t", 2
        if ($value -eq ':files') {
            return [System.Management.Automation.CompletionCompleters]::CompleteFilename($word)
        }
        if (-not $text) { $text = $value }
        $typed = if ($value -match '[\s''"&|;<>(){}]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
        [System.Management.Automation.CompletionResult]::new($typed, $value, 'ParameterValue', $text)
    }
}
